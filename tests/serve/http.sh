# SPDX-License-Identifier: MIT
#
# What tests of `dossier serve` share: starting and ending it, asking it over bash's own sockets. To be sourced by bash
# in the folder that is served, with $program.

# A server that has heard enough closes: that is an answer, not the end of the test.
trap '' PIPE

# start ARGUMENT...: starts the server, whose number is $pid, and waits until it listens at $port.
start() {
    sleep 0.05 # what is as young as a run may have changed within it, and is read again
    : >"$log"
    "$program" serve --no-cache "$@" 2>"$log" &
    pid=$!
    local tries=400
    while ! grep -q '^serving at' "$log" && kill -0 "$pid" 2>/dev/null && [ "$tries" -gt 0 ]; do
        tries=$((tries - 1))
        sleep 0.05
    done
    port=$(sed -n 's/^serving at http:.*:\([0-9]*\)\/; .*/\1/p' "$log")
    [ -n "$port" ]
}

# stop SIGNAL: ends it; $status is its exit status.
stop() {
    kill -"$1" "$pid"
    wait "$pid"
    status=$?
    pid=
}

# ask METHOD ADDRESS [HEADER...]: the answer is in $answer, its status in $code. $host is the Host header, $body a body.
ask() {
    local method=$1 address=$2 line
    shift 2
    exec 9<>"/dev/tcp/127.0.0.1/$port" || return 1
    {
        printf '%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n' "$method" "$address" "${host-localhost:$port}"
        [ -z "${body-}" ] || printf 'Content-Length: %d\r\n' "${#body}"
        for line in "$@"; do printf '%s\r\n' "$line"; done
        printf '\r\n%s' "${body-}"
    } >&9 2>/dev/null
    answer=$(timeout 20 cat <&9 | tr -d '\0')
    exec 9>&-
    code=$(printf '%s' "$answer" | sed -n '1s/^HTTP\/1\.[01] \([0-9]*\).*/\1/p')
}

# has TEXT: whether the answer has it.
has() {
    case $answer in *"$1"*) return 0 ;; *) return 1 ;; esac
}

# listen: opens the stream of events as descriptor 8.
listen() {
    exec 8<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf 'GET /.dossier/events HTTP/1.1\r\nHost: localhost:%s\r\n\r\n' "$port" >&8
}

# event TEXT: reads events until one has the text, for half a minute; it is in $event.
event() {
    local end=$((SECONDS + 30))
    while [ "$SECONDS" -lt "$end" ] && IFS= read -r -t 20 event <&8; do
        case $event in data:*"$1"*) return 0 ;; esac
    done
    return 1
}
