import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Command } from '../../test/command.ts'
import { promised } from '../../test/faults/guide.ts'
import { ingestInto } from '../../test/running.ts'
import { createDatabase } from '../ingest/open-writer.ts'

const NOBODY = fileURLToPath(new URL('../../test/nobody.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'unprivileged-'))
const database = join(folder, 'network.sqlite')
beforeAll(async () => {
  await ingestInto(database, simulate({ seed: 1, blocks: 10, scale: 1 }))
})
afterAll(() => {
  setMode(0o755, 0o755)
  rmSync(folder, { recursive: true })
})

/** Sets the permissions of the folder and of its files. Returns the files. */
function setMode(ofFolder: number, ofFiles: number): string[] {
  chmodSync(folder, 0o755)
  const files = readdirSync(folder).sort()
  for (const file of files) chmodSync(join(folder, file), ofFiles)
  chmodSync(folder, ofFolder)
  return files
}
const lock = () => setMode(0o555, 0o444)

/** Serves as a user who cannot write anywhere: not to its folder, its home or a temporary folder. */
function serve(): Command {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: folder }
  const options = ['--database', database, '--port', '0', '--no-docs']
  return new Command(['serve', ...options], folder, { node: ['--import', NOBODY], as: { env } })
}

describe('a user who may write nothing', () => {
  it('is told what to do when no ingest has been at work on the file', async () => {
    lock()
    const { code, stderr } = await serve().ended()
    expect(code).toBe(1)
    const [words] = promised('no permission to write next to the file, and no `ingest` runs')
    expect(stderr).toMatch(words!)
  })

  it('serves a file that ingest is at work on', async () => {
    setMode(0o755, 0o755)
    const writer = createDatabase(database)
    writer.run('UPDATE checkpoint SET height = height', [])
    const before = lock()
    const command = serve()
    try {
      const url = await command.url()
      for (const path of ['/api/v2/accounts', '/api/v2/stoporders?pagination.last=3'])
        expect((await fetch(url + path)).status, path).toBe(200)
      expect(readdirSync(folder).sort()).toEqual(before)
    } finally {
      command.process.kill('SIGTERM')
      await command.ended()
      writer.close()
    }
    expect(await command.ended()).toMatchObject({ code: 0, stderr: '' })
  })
})
