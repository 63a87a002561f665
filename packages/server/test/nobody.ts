/**
 * Node loads this file before the command. If root runs the command, it becomes a user without files when it looks for
 * the database. All modules are loaded by then: that user may not read a checkout in the home of root. Any other user
 * stays the same.
 */
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { fastify } from 'fastify'
import '../src/commands/failure.ts'

const NOBODY = 65534

// What the command loads late, when it may not look for files any more.
fastify({ logger: { level: 'silent' } })
const failure = import.meta.resolve('../src/commands/failure.ts')
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './commands/failure.ts' ? { url: failure, shortCircuit: true } : next(specifier, context),
})

const { existsSync } = fs
fs.existsSync = path => {
  if (String(path).endsWith('.sqlite') && process.getuid?.() === 0) {
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
  }
  return existsSync(path)
}
syncBuiltinESMExports()
