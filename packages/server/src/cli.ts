#!/usr/bin/env node
import { readPasswordFile } from './commands/password-file.ts'
import { loadProgram } from './program.ts'
import './standard-error.ts'

try {
  const program = await loadProgram(process.argv[2])
  readPasswordFile()
  await program.parseAsync()
} catch (error) {
  const { exitCode, failureText } = await import('./commands/failure.ts')
  process.stderr.write(`error: ${failureText(error)}\n`)
  process.exitCode = exitCode(error)
}
