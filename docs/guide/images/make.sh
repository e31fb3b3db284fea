#!/bin/sh
# SPDX-License-Identifier: MIT
# Make the picture of the analysis page: a game of two levels, judged, at the action before the end begins.
#
# usage: docs/guide/images/make.sh [TETRESS]      in the root of a checkout; needs chromium and Pillow
set -eu
tetress=${1:-build/release/tools/tetress}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$tetress" play level-2 level-3 --seed 3 --quiet --save "$work/game.jsonl" >"$work/log"
"$tetress" analyse "$work/game.jsonl" --nodes 20000 --quiet --page "$work/game.html" >"$work/log"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,760 \
    --screenshot="$work/analysis.png" "file://$work/game.html#20" 2>"$work/log"
python3 -c 'import sys; from PIL import Image; Image.open(sys.argv[1]).convert("RGB").quantize(64, dither=0).save(sys.argv[2], optimize=True)' \
    "$work/analysis.png" docs/guide/images/analysis.png
