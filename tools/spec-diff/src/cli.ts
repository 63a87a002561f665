#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'

const required = 22
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < required) {
  process.stderr.write(`spec-diff: Node ${required} or later is required, this is ${process.versions.node}\n`)
  process.exitCode = 2
} else {
  // Most objects of a comparison have a short life. A young generation that does not grow takes a quarter less memory.
  setFlagsFromString('--semi-space-growth-factor=1')
  const { run } = await import('./command.ts')
  process.exitCode = await run(process.argv.slice(2), process.stdout, process.stderr)
}
