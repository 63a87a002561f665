import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loggerOptions } from '../../src/http/log.ts'
import { ingest } from '../../src/ingest/ingest.ts'
import { openWriter } from '../../src/ingest/open-writer.ts'
import { Chain } from '../chain.ts'
import { account, party } from '../events.ts'
import { ingestInto, opened, sourceOf } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import { promised } from './guide.ts'

const lines = [...simulate({ seed: 12, blocks: 40, scale: 1 })]
const cut = lines.findIndex(line => line.includes('"endBlock":{"height":"20"')) + 1
const half = lines.slice(0, cut)

/** A served database at block 20, in its own folder. */
async function served() {
  const { folder } = scratchFolder()
  const database = join(folder, 'network.sqlite')
  await ingestInto(database, half)
  const logged: string[] = []
  const write = (line: string) => void logged.push(line)
  const logger = { ...(loggerOptions('warn') as object), stream: { write } }
  const { app, get: ask } = await opened(database, { warn: write, logger })
  let asked = 0
  const get = async () => {
    // Another URL each time, since repeated ones are answered from memory.
    const { status, headers, body } = await ask(`/api/v2/accounts?pagination.first=${1000 + asked++}`)
    return { status, headers, text: JSON.stringify(body) }
  }
  expect((await get()).status).toBe(200)
  return { folder, database, log: () => logged.join('').replaceAll(`${folder}/`, ''), app, get }
}

/** Responses must contain neither the path of the file, which ends with `.sqlite`, nor SQL. */
const SECRET = /sqlite|SELECT|malformed|accounts_/i

type Get = Awaited<ReturnType<typeof served>>['get']

async function untilStatus(get: Get, status: number) {
  await expect.poll(async () => (await get()).status).toBe(status)
  return get()
}

describe('a server stays up, and says no more than it should, when', () => {
  it('the served file is missing', async () => {
    const { database, folder, log, get } = await served()
    renameSync(database, join(folder, 'away.sqlite'))
    const { headers, text } = await untilStatus(get, 503)
    expect(headers['retry-after']).toBe('1')
    const [logged, body] = promised('the served file is missing')
    expect(text).toMatch(body as RegExp)
    expect(text).not.toMatch(SECRET)
    expect(log()).toMatch(logged as RegExp)
    renameSync(join(folder, 'away.sqlite'), database)
    await untilStatus(get, 200)
  })

  it('another file replaces the served file', async () => {
    const { database, folder, get } = await served()
    const other = join(folder, 'other.sqlite')
    await ingestInto(other, lines)
    renameSync(other, database)
    await expect.poll(async () => (await get()).headers['x-block-height']).toBe('40')
    // Ingest works as usual.
    expect(await ingestInto(database, lines)).toMatchObject({ blocks: 0, skipped: 40 })
    expect((await get()).status).toBe(200)
  })

  it('a file of the same block takes its place: neither the cache nor the tag keeps the response', async () => {
    const { database, folder, app } = await served()
    const put = async (balance: string) => {
      const other = join(folder, 'other.sqlite')
      // Large enough for the server to keep the page in memory.
      const drafts = Array.from({ length: 30 }, (_, number) => account({ owner: party(number), balance }))
      await ingestInto(other, new Chain().block(...drafts).lines)
      renameSync(other, database)
    }
    const path = '/api/v2/accounts'
    const balances = async () => [...new Set((await app.inject(path)).body.match(/(?<="balance":")\d+/g))]
    await put('1')
    await expect.poll(balances).toEqual(['1'])
    for (let poll = 0; poll < 3; poll += 1) expect(await balances()).toEqual(['1'])
    const tag = String((await app.inject(path)).headers.etag)
    const status = async () => (await app.inject({ url: path, headers: { 'if-none-match': tag } })).statusCode
    expect(await status()).toBe(304)
    await put('2')
    await expect.poll(balances).toEqual(['2'])
    expect(await status()).toBe(200)
  })

  it('the log of the file before is left beside the new one', async () => {
    const { database, folder, log, get } = await served()
    const writer = openWriter(database)
    await ingest(sourceOf(lines), writer)
    const other = join(folder, 'other.sqlite')
    await ingestInto(other, half)
    // An ingest that is still open: its end would empty the log.
    onTestFinished(() => writer.close())
    expect(readFileSync(`${database}-wal`).length).toBeGreaterThan(0)
    renameSync(other, database)
    const { text } = await untilStatus(get, 503)
    const [logged] = promised('the log of the previous file is next to the new file')
    expect(text).not.toMatch(SECRET)
    expect(log()).toMatch(logged as RegExp)
  })

  it('a page of the served file is damaged', async () => {
    const { database, log, get } = await served()
    copyFileSync(database, `${database}.backup`)
    // Overwritten in place, since truncating a file that is mapped into memory ends the process.
    writeFileSync(database, readFileSync(database).fill(0xa5, 20 * 4096), { flag: 'r+' })
    const { text } = await untilStatus(get, 500)
    const [body, logged] = promised('a page of the served file is damaged')
    expect(text).toMatch(body as RegExp)
    expect(text).not.toMatch(SECRET)
    expect(log()).toMatch(logged as RegExp)
    // A backup in its place is served at once.
    renameSync(`${database}.backup`, database)
    await untilStatus(get, 200)
  })
})
