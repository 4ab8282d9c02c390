#!/usr/bin/env bash
# Fails where a file is not as clang-format would have it.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard -- '*.hpp' '*.cpp' |
  xargs clang-format --dry-run --Werror
echo "style: every file is as .clang-format has it"
