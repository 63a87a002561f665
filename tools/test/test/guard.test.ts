import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { refusal } from '../src/postgres/binaries.ts'
import { Program } from '../src/program.ts'

/** A process that starts a server as a test does, says its port, and waits. */
const PROGRAM = `
  import { Cluster } from ${JSON.stringify(new URL('../src/postgres/cluster.ts', import.meta.url).href)}
  const cluster = await Cluster.create()
  await cluster.start()
  console.log(cluster.port)
  setInterval(() => {}, 60_000)
`

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return opened
}

it.skipIf(refusal)(
  `a run that is killed leaves no PostgreSQL and no files of it${refusal && ` (skipped: ${refusal})`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-'))
    chmodSync(folder, 0o755)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const run = new Program([process.execPath, '--input-type=module', '--eval', PROGRAM], {
      env: { ...process.env, TMPDIR: folder },
    })
    const port = Number(await run.says(/^\d+(?=\n)/))
    expect(await isOpen(port)).toBe(true)
    expect(readdirSync(folder)).toHaveLength(1)
    await run.end('SIGKILL')
    await expect.poll(() => isOpen(port)).toBe(false)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  },
)
