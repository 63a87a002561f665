/**
 * Node loads this file before the command. If root runs the command, it becomes a user without files when it looks for
 * the database. All modules are loaded by then: that user may not read a checkout in the home of root. Any other user
 * stays the same.
 */
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { isRootWith } from '@trading-network/test/root-rights'
import { fastify } from 'fastify'
import '../src/commands/failure.ts'

const NOBODY = 65534

// The command loads these modules late. Its user may not read the checkout then, so they are loaded now.
fastify({ logger: { level: 'silent' } })
const failure = import.meta.resolve('../src/commands/failure.ts')
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './commands/failure.ts' ? { url: failure, shortCircuit: true } : next(specifier, context),
})

const { existsSync } = fs
fs.existsSync = path => {
  if (String(path).endsWith('.sqlite') && isRootWith('SETGID', 'SETUID')) {
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
  }
  return existsSync(path)
}
syncBuiltinESMExports()
