import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tables } from '../src/projections/tables.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { restoreSnapshot } from '../src/store/snapshot/restore.ts'
import { takeSnapshot } from '../src/store/snapshot/take.ts'
import { Command } from './command.ts'
import { contents } from './contents.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { folder, newPath } = scratchFolder()
const lines = [...simulate({ seed: 9, blocks: 60, scale: 1 })]
const cut = lines.findIndex(line => line.includes('"endBlock":{"height":"40"')) + 1
const original = newPath()
const snapshot = newPath()

beforeAll(async () => {
  await ingestInto(original, lines.slice(0, cut))
  await takeSnapshot(original, snapshot, tables)
})

/** Serves the snapshot and its manifest as `/backup.sqlite`. `send` gets the part of the file that a request wants. */
async function served(
  send: (response: ServerResponse, part: Buffer, turn: number) => void,
  hasRanges = true,
) {
  const file = readFileSync(snapshot)
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    if (request.url === '/backup.sqlite.json') return response.end(readFileSync(`${snapshot}.json`))
    if (request.url !== '/backup.sqlite') return response.writeHead(404).end()
    requests.push(request)
    const from = hasRanges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    const range = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': file.length - from,
      ...(from > 0 && range),
    })
    return send(response, file.subarray(from), requests.length)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/backup.sqlite`, requests, size: file.length }
}

/** Sends a fifth of the snapshot, and breaks the connection. */
const fifth = (response: ServerResponse, part: Buffer) => {
  const piece = Math.ceil(readFileSync(snapshot).length / 5)
  if (part.length <= piece) response.end(part)
  else response.write(part.subarray(0, piece), () => response.destroy())
}

async function newTarget(): Promise<string> {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  return database
}

describe('restore', () => {
  it('takes an http URL and a file URL', async () => {
    const { url } = await served((response, part) => response.end(part))
    for (const location of [url, pathToFileURL(snapshot).href]) {
      const target = await newTarget()
      await restoreSnapshot(location, target, tables)
      expect(await contents(target)).toEqual(await contents(original))
    }
  })

  it('goes on where a connection breaks', async () => {
    const { url, requests } = await served(fifth)
    const target = await newTarget()
    await restoreSnapshot(url, target, tables)
    expect(await contents(target)).toEqual(await contents(original))
    const ranges = requests.map(({ headers }) => headers.range)
    expect(ranges.length).toBeGreaterThanOrEqual(5)
    expect(ranges.indexOf(undefined)).toBe(0)
  })

  it('goes on after it was killed five times, and then ingest does', async () => {
    // The connection stays open, so that only a kill ends the attempt.
    const { url, requests } = await served((response, part, turn) => {
      if (turn > 5) response.end(part)
      else response.write(part.subarray(0, 50_000))
    })
    const target = await newTarget()
    const restore = () => new Command(['restore', '--snapshot', url, '--database', target], folder)
    const place = isPostgres(target) ? folder : dirname(target)
    const sizes = () => globSync(`${place}/*.partial`).map(path => statSync(path).size)
    for (let kill = 1; kill <= 5; kill += 1) {
      const command = restore()
      onTestFinished(() => void command.process.kill('SIGKILL'))
      await expect.poll(sizes).toEqual([kill * 50_000])
      command.process.kill('SIGKILL')
      await command.ended()
    }
    const { code, stderr } = await restore().ended()
    expect(code, stderr).toBe(0)
    expect(requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      ...[1, 2, 3, 4, 5].map(kill => `bytes=${kill * 50_000}-`),
    ])
    expect(sizes()).toEqual([])
    await ingestInto(target, lines)
    const whole = newPath()
    await ingestInto(whole, lines)
    expect(await contents(target)).toEqual(await contents(whole))
  })

  it('reads the whole file again from a server without ranges', async () => {
    const { url } = await served((response, part, turn) => {
      if (turn > 1) response.end(part)
      else response.write(part.subarray(0, 50_000), () => response.destroy())
    }, false)
    const target = await newTarget()
    await restoreSnapshot(url, target, tables)
    expect(await contents(target)).toEqual(await contents(original))
  })

  it('refuses a damaged download, and begins the next one anew', async () => {
    const { url } = await served((response, part, turn) => {
      const damaged = Buffer.from(part)
      if (turn === 1) damaged.fill(damaged[50_000]! ^ 1, 50_000, 50_001)
      response.end(damaged)
    })
    const target = await newTarget()
    await expect(restoreSnapshot(url, target, tables)).rejects.toThrow('is damaged: its SHA-256')
    await restoreSnapshot(url, target, tables)
    expect(await contents(target)).toEqual(await contents(original))
  })

  it('says which URL has no snapshot, without the query that may have a token', async () => {
    const { url } = await served(response => response.end())
    const missing = url.replace('backup', 'other')
    const restoring = restoreSnapshot(`${missing}?token=secret`, newPath(), tables)
    await expect(restoring).rejects.toThrow(`${missing}.json cannot be read: status 404`)
  })
})
