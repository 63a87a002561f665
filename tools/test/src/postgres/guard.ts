import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Runs PostgreSQL for a test. When the test's process ends for any reason, the pipe between them closes. Then this
 * process ends the server and removes its folder. Run as `guard.ts --folder <path> [--uid <n>] -- <program>
 * <argument...>`.
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
