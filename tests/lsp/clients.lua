-- SPDX-License-Identifier: MIT
--
-- The part of tests/lsp/clients that Neovim runs: opens documents, edits one, and writes as JSON what it shows. The task comes from
-- the file $TASK, the result goes to the file $RESULT.
local function read(path)
  local file = assert(io.open(path, 'rb'))
  local text = file:read('*a')
  file:close()
  return text
end

local task = vim.json.decode(read(vim.env.TASK))
local client = vim.lsp.start_client({ name = 'dossier', cmd = { vim.env.DOSSIER, 'lsp' }, flags = { debounce_text_changes = 0 } })

local function ask(buffer, method, params)
  params = params or {}
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  return answers and answers[client] and answers[client].result
end

-- The diagnostics of a buffer after all that the server has sent so far.
local function shown(buffer)
  ask(buffer, 'textDocument/documentSymbol')
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    local code = d.code or d.user_data.lsp.code
    table.insert(list, { code = code, severity = d.severity, message = d.message, line = d.lnum, byte = d.col, lastLine = d.end_lnum, lastByte = d.end_col })
  end
  return list
end

local function open(path)
  vim.cmd('silent edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

local function run()
  vim.o.swapfile = false
  vim.o.hidden = true
  vim.o.fixendofline = false
  local result = { shown = {} }
  for _, path in ipairs(task.documents) do
    local buffer = open(path)
    vim.wait(20000, function() return vim.lsp.buf_is_attached(buffer, client) and vim.lsp.get_client_by_id(client).initialized end, 1)
    table.insert(result.shown, { path = path, findings = shown(buffer) })
    vim.cmd('silent bwipeout!')
  end
  local buffer = open(task.edited)
  for _, e in ipairs(task.edits) do
    local count = vim.api.nvim_buf_line_count(buffer)
    local line = e.line % count
    local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, true)[1]
    if e.lines then -- whole lines
      vim.api.nvim_buf_set_lines(buffer, line, math.min(count, line + e.removed), true, e.lines)
    else -- between two characters
      local at = vim.str_byteindex(text, e.character % (vim.str_utfindex(text) + 1))
      vim.api.nvim_buf_set_text(buffer, line, at, line, #text, { e.text })
    end
  end
  result.edited = shown(buffer)
  vim.cmd('silent write')
  result.items = ask(buffer, 'textDocument/completion', { position = { line = 0, character = 0 } })
  vim.lsp.stop_client(client)
  local file = assert(io.open(vim.env.RESULT, 'wb'))
  file:write(vim.json.encode(result))
  file:close()
end

local good, why = xpcall(run, debug.traceback)
if not good then io.stderr:write(why .. '\n') end
vim.cmd(good and 'qall!' or 'cquit!')
