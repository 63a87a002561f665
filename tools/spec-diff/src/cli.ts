#!/usr/bin/env node
const required = 22
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < required) {
  process.stderr.write(`spec-diff: Node ${required} or later is required, this is ${process.versions.node}\n`)
  process.exitCode = 2
} else {
  const { run } = await import('./command.ts')
  process.exitCode = await run(process.argv.slice(2), process.stdout, process.stderr)
}
