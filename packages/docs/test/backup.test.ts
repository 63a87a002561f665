import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { repository } from '../src/repository.ts'
import { accountsOf, heightOf } from './stored.ts'

const run = promisify(execFile)
const cli = join(repository, 'packages/server/src/cli.ts')
const examples = join(repository, 'packages/docs/src/guides/examples')

const folder = mkdtempSync(join(tmpdir(), 'docs-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))

const tradingNetwork = (...words: string[]) => run(process.execPath, [cli, ...words], { cwd: folder })

it('a backup is taken while ingest writes, and goes on from where it stands', async () => {
  await tradingNetwork('simulate', '--seed', '7', '--blocks', '300', '--output', 'events.ndjson')
  const writing = spawn(
    process.execPath,
    [cli, 'ingest', 'events.ndjson', '--follow', '--database', 'network.sqlite'],
    { cwd: folder },
  )
  const ended = once(writing, 'exit')
  try {
    while (heightOf(join(folder, 'network.sqlite')) === 0) await wait(20)
    await run(process.execPath, [join(examples, 'backup.mjs')], { cwd: folder })
  } finally {
    writing.kill('SIGINT')
    await ended
  }

  await tradingNetwork('ingest', 'events.ndjson', '--database', 'network.sqlite')
  await tradingNetwork('ingest', 'events.ndjson', '--database', 'backup.sqlite')
  const [backup, whole] = ['backup', 'network'].map(name => accountsOf(join(folder, `${name}.sqlite`)))
  expect(backup?.length).toBeGreaterThan(10_000)
  expect(backup).toBe(whole)
})
