# SPDX-License-Identifier: MIT
"""What a PDF claims to be, as `pdf-standard` spells it.

    claims.py NAMES FILE    whether it claims just these, with commas between: exit status 0, or 1 and what it claims
"""
import base64
import json
import re
import subprocess
import sys


def claims(path):
    call = ["qpdf", "--json=2", path, "--json-stream-data=inline", "--decode-level=generalized"]
    objects = json.loads(subprocess.run(call, capture_output=True).stdout)["qpdf"][1]
    catalog = objects["obj:" + objects["trailer"]["value"]["/Root"]]["value"]
    xmp = base64.b64decode(objects["obj:" + catalog["/Metadata"]]["stream"]["data"]).decode() if "/Metadata" in catalog else ""
    said = {kind: re.search(r"pdf%sid:(?:part)(?:>|=\")(\d)" % kind, xmp) for kind in ("a", "ua")}
    level = re.search(r"pdfaid:conformance(?:>|=\")(\w)", xmp)
    return {"%s-%s%s" % (kind, m.group(1), level.group(1).lower() if level and kind == "a" else "") for kind, m in said.items() if m}


if __name__ == "__main__":
    found, wanted = claims(sys.argv[2]), set(filter(None, sys.argv[1].split(",")))
    if found != wanted:
        print("it claims %s" % (" ".join(sorted(found)) or "nothing"))
    sys.exit(found != wanted)
