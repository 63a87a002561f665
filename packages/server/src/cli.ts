#!/usr/bin/env node
import { readPasswordFile } from './commands/password-file.ts'
import { loadProgram } from './program.ts'
import './standard-error.ts'

// npm only warns of it, and older versions fail on the first module that they lack.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`error: trading-network needs Node 24 or later; this is ${process.versions.node}\n`)
  process.exit(1)
}

// `| head` closes the output after its lines: no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || process.exitCode) return
  process.stderr.write(`error: standard output: ${error.message}\n`)
  process.exitCode = 1
})

try {
  const program = await loadProgram(process.argv[2])
  readPasswordFile()
  await program.parseAsync()
} catch (error) {
  const { exitCode, failureText } = await import('./commands/failure.ts')
  process.stderr.write(`error: ${failureText(error)}\n`)
  process.exitCode = exitCode(error)
}
