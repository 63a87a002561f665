import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Runs PostgreSQL for a test, and ends it and removes its folder when the test's process is gone, however that ended: its
 * end of the pipe to us closes. Run as `guard.ts --folder <path> [--uid <n>] -- <program> <argument...>`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, uid: { type: 'string' } },
})
const [program = '', ...args] = positionals
const user = values.uid === undefined ? {} : { uid: Number(values.uid), gid: Number(values.uid) }
const server = spawn(program, args, { ...user, stdio: ['ignore', 'ignore', 'inherit'] })

let isOrphan = false
process.stdin.resume().once('close', () => {
  isOrphan = true
  server.kill('SIGQUIT')
})
for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', code => {
  if (isOrphan) rmSync(values.folder as string, { recursive: true, force: true, maxRetries: 10 })
  process.exit(code ?? 1)
})
