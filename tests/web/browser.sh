#!/bin/sh
# The browser tests need Debian's chromium, best as the shell without windows: it takes half the time.
# Found, nothing is done; else it is installed where that is allowed; else those tests are skipped and
# say so.
if [ -n "$TRULL_CHROMIUM" ] || command -v chromium-headless-shell >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing chromium for the browser tests"
  for name in chromium-headless-shell chromium; do
    (apt-get update -q && apt-get install -y -q $name) >/dev/null 2>&1 && exit 0
  done
fi
if command -v chromium >/dev/null 2>&1; then exit 0; fi
echo "no chromium here: the browser tests will be skipped (name one with TRULL_CHROMIUM)"
