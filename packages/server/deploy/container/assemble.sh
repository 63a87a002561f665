#!/bin/sh
# Assembles the server from a built checkout: its sources, the reference site, and its production dependencies as the
# lockfile has them. The Dockerfile runs it, and so does a test, in a plain folder.
set -eu

target=${1:?usage: assemble.sh <folder>}
mkdir -p "$target"
tar cf - --exclude node_modules --exclude '*.test.ts' --exclude '*.test-d.ts' \
  LICENSE package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.mjs \
  spec/package.json spec/dist packages/docs/dist \
  packages/events/package.json packages/events/src \
  packages/simulator/package.json packages/simulator/src \
  packages/server/package.json packages/server/src |
  tar xf - -C "$target"
cd "$target"
pnpm install --prod --frozen-lockfile --prefer-offline --filter '@trading-network/server...'
