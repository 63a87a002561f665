import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Command } from '../../test/command.ts'
import { promised } from '../../test/faults/guide.ts'
import { sourceOf } from '../../test/running.ts'
import { ingest } from '../ingest/ingest.ts'
import { createDatabase } from '../ingest/open-writer.ts'
import { SqliteWriter } from '../store/sqlite/writer.ts'

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url))

/** Root switches to the user who owns nothing. Any other user has no more rights here, since all is read-only. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Node and a deployed server: other users may not enter a checkout inside root's home. */
let deployed: string
let program: readonly string[]
let folder: string
let database: string
let site: string
beforeAll(async () => {
  deployed = mkdtempSync(join(tmpdir(), 'deployed-'))
  chmodSync(deployed, 0o755)
  const target = deploy('server')
  // Node strips no types inside node_modules, so packages of the workspace are next to the server, as they are here.
  const events = moveOut(target, 'events')
  const simulator = moveOut(target, 'simulator')
  replace(join(simulator, 'node_modules/@trading-network/events'), events)
  const node = join(deployed, 'node')
  copyFileSync(process.execPath, node)
  program = [node, join(target, 'src/cli.ts')]
  folder = mkdtempSync(join(tmpdir(), 'unprivileged-'))
  database = join(folder, 'network.sqlite')
  site = join(folder, 'site')
  mkdirSync(site)
  for (const page of ['index.html', '404.html']) writeFileSync(join(site, page), page)
  const writer = new SqliteWriter(createDatabase(database))
  await ingest(sourceOf(simulate({ seed: 1, blocks: 10, scale: 1 })), writer)
  writer.close()
})
afterAll(() => {
  unlock()
  for (const each of [folder, deployed]) rmSync(each, { recursive: true })
})

/** Copies a package of the workspace with its dependencies. Returns its path. */
function deploy(name: string): string {
  const target = join(deployed, name)
  const options = ['--filter', '.', 'deploy', '--legacy', '--prod', '--prefer-offline', target]
  execFileSync('pnpm', options, { cwd: join(PACKAGES, name), stdio: 'pipe' })
  return target
}

/** Moves a package of the workspace out of the dependencies of a deployed one. Returns its new path. */
function moveOut(target: string, name: string): string {
  const link = join(target, 'node_modules/@trading-network', name)
  const place = realpathSync(link)
  const moved = join(deployed, name)
  renameSync(place, moved)
  rmSync(join(moved, 'node_modules'), { recursive: true, force: true })
  // Its own dependencies are next to where it was.
  symlinkSync(join(place, '../..'), join(moved, 'node_modules'))
  replace(link, moved)
  return moved
}

/** Replaces a package with a link. */
function replace(place: string, target: string): void {
  rmSync(place, { recursive: true, force: true })
  symlinkSync(target, place)
}

/** Makes the folder read-only. Returns the files in it. */
function lock(): string[] {
  const files = readdirSync(folder).sort()
  for (const file of files) chmodSync(join(folder, file), file === 'site' ? 0o555 : 0o444)
  chmodSync(folder, 0o555)
  return files
}

/** Makes the folder writable for its owner again. */
function unlock(): void {
  chmodSync(folder, 0o755)
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o755)
}

/** Serves as a user who cannot write anywhere: not to its folder, its home or a temporary folder. */
function serve(...more: string[]): Command {
  const options = ['--database', database, '--port', '0', '--docs', site, ...more]
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: folder }
  return new Command(['serve', ...options], folder, { program, as: { env, ...nobody } })
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
    unlock()
    const writer = createDatabase(database)
    writer.run('UPDATE checkpoint SET height = height', [])
    const before = lock()
    const command = serve()
    try {
      const url = await command.url()
      for (const path of ['/api/v2/accounts', '/api/v2/stoporders?pagination.last=3', '/']) {
        expect((await fetch(url + path)).status, path).toBe(200)
      }
      expect((await fetch(`${url}/api/v2/accounts?x=1`)).status).toBe(400)
      expect(readdirSync(folder).sort()).toEqual(before)
    } finally {
      command.process.kill('SIGTERM')
      await command.ended()
      writer.close()
    }
    const { code, stdout, stderr } = await command.ended()
    expect(stdout + stderr).not.toMatch(/error|warning/i)
    expect(code).toBe(0)
  })
})
