import { copyFileSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tables } from '../../src/projections/index.ts'
import { orders } from '../../src/projections/orders.ts'
import { Mirror } from '../../src/store/mirror/mirror.ts'
import { ChangeLog } from '../../src/store/sqlite/change-log.ts'
import { openForWriting } from '../../src/store/sqlite/database-file.ts'
import { Chain } from '../chain.ts'
import { startCommand } from '../command.ts'
import { column, contents, selected } from '../contents.ts'
import { newPlace, postgresUrl } from '../database.ts'
import { liquidityProvision, orderId } from '../events.ts'
import { ingestInto, opened, running, sourceOf } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import { mirroredNetwork, network } from './compared.ts'
import { run } from './database.ts'
import { commandOfGuide } from './guide.ts'
import { Link } from './link.ts'
import { fileOf, openMirrored } from './mirrored.ts'

const { folder } = scratchFolder()

it('a mirror has the rows of the file', async () => {
  const { url, lines, until, expectEqual } = await mirroredNetwork(6, 150)
  await ingestInto(url, until(80), { batchEvents: 300 })
  await ingestInto(url, lines, { batchEvents: 300 })
  await expectEqual()
})

/** Breaks the connection of a process before or after one of its next statements, as the kill of the process does. */
function breakAt(
  number: number,
  when: 'before' | 'after',
): { readonly broken: Promise<void>; restore(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  let left = number
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: unknown,
    ...args: unknown[]
  ) {
    left -= 1
    const isDue = left === 0
    const die = () => {
      ;(this as { connection: { stream: Socket } }).connection.stream.destroy()
      resolve()
    }
    if (isDue && when === 'before') die()
    const result = await query.apply(this, args)
    if (!isDue || when === 'before') return result
    die()
    throw new Error('the process is killed')
  } as never)
  return { broken: promise, restore: () => spy.mockRestore() }
}

it.each([
  ['after', 'all history', undefined],
  ['before', 'a limited history', 60_000_000_000n],
] as const)(
  'a process that is killed %s any statement of a copy loses and mixes nothing, with %s',
  async (when, _, keep) => {
    const { url, path, lines, until, expectEqual } = await mirroredNetwork(keep ? 12 : 11, 160)
    const start = openMirrored(path, url)
    await start.store(until(20), { keep })
    await start.close()
    let block = 20
    for (let statement = 1, hasEnded = false; !hasEnded; statement += 1, block += 2) {
      const both = openMirrored(path, url)
      const { broken, restore } = breakAt(statement, when)
      await both.store(until(block + 2), { batchEvents: 20 })
      const copied = both.close()
      hasEnded = await Promise.race([copied.then(() => true), broken.then(() => false)])
      restore()
      if (!hasEnded) await Promise.all([both.mirror.close(), copied.catch(() => undefined)])
    }
    // Every statement of at least one whole copy.
    expect(block).toBeGreaterThan(60)
    const last = openMirrored(path, url)
    await last.store(sourceOf(lines))
    await last.close()
    await expectEqual(keep)
  },
)

describe('while PostgreSQL is away', () => {
  it('the file goes on, and the mirror catches up later, also from the start', async () => {
    const { url, path, lines, until, expectEqual } = await mirroredNetwork(13, 60)
    const link = await Link.open(url)
    link.isDown = true
    const both = openMirrored(path, link.urlOf(url))
    await both.store(until(10))
    await expect.poll(() => both.notices).toHaveLength(1)
    link.isDown = false
    await expect.poll(() => both.mirror.height).toBe(10n)
    link.isDown = true
    await both.store(until(20))
    await both.store(until(30))
    expect(both.mirror.height).toBe(10n)
    link.isDown = false
    await both.store(sourceOf(lines))
    await both.close()
    const away = both.notices.filter(text => text.includes('the file goes on'))
    expect(away).toHaveLength(2)
    for (const text of away) expect(text.match(/cannot be used/g)).toHaveLength(1)
    expect(both.notices.at(-1)).toContain('is there again')
    await expectEqual()
  })

  it('a request waits for a block that only the file has, until the mirror has it', async () => {
    const { url, path, until } = await mirroredNetwork(22, 20)
    const link = await Link.open(url)
    const both = openMirrored(path, link.urlOf(url))
    await both.store(until(10))
    await expect.poll(() => both.mirror.height).toBe(10n)
    const { app, waiting } = await opened(url)
    link.isDown = true
    await both.store(until(20))
    const headers = { prefer: 'wait=60', 'x-min-block-height': '20' }
    const asked = app.inject({ url: '/api/v2/accounts', headers })
    await expect.poll(() => waiting.overload.accounts.held.waiting).toBe(1)
    link.isDown = false
    const answer = await asked
    expect([answer.statusCode, answer.headers['x-block-height']]).toEqual([200, '20'])
    await both.close()
  })

  it('and its connection is half open, that is noticed within 20 s', async () => {
    const { url, path, lines, until, expectEqual } = await mirroredNetwork(14, 60)
    const link = await Link.open(url)
    const both = openMirrored(path, link.urlOf(url))
    await both.store(until(10))
    await expect.poll(() => both.mirror.height).toBe(10n)
    // Timers of connections run ten times as fast.
    const { setTimeout: start } = globalThis
    const delays: number[] = []
    const faster = (act: () => void, delay = 0) =>
      start(act, delay < 4_000 ? delay : delays.push(delay) && delay / 10)
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(faster as typeof setTimeout)
    onTestFinished(() => timers.mockRestore())
    link.isFrozen = true
    await both.store(until(20))
    await expect
      .poll(() => both.notices.at(-1), { interval: 50 })
      .toMatch(/has not answered in time|terminated/)
    expect(Math.max(...delays)).toBeLessThan(20_000)
    link.isFrozen = false
    await both.store(sourceOf(lines))
    await both.close()
    await expectEqual()
  })
})

it('SIGTERM ends ingest at once while PostgreSQL hangs, and the next run copies the rest', async () => {
  const { url, path, lines, expectEqual } = await mirroredNetwork(21, 40, 20)
  const link = await Link.open(url)
  const events = join(folder, 'hanging.ndjson')
  writeFileSync(events, `${lines.join('\n')}\n`)
  link.isFrozen = true
  const args = commandOfGuide('ingest', {
    'events.ndjson.gz': events,
    'network.sqlite': path,
    'postgres://writer@db/network': link.urlOf(url),
  })
  const command = startCommand(args, folder)
  await expect.poll(() => column(path, 'checkpoint', 'height')).toEqual(['40'])
  const started = performance.now()
  command.process.kill('SIGTERM')
  expect((await command.ended()).code).toBe(0)
  // Long before a connection to PostgreSQL times out.
  expect(performance.now() - started).toBeLessThan(3_000)
  await ingestInto(url, lines)
  await expectEqual()
})

/** Makes a mirror go back to an earlier copy of itself, as a promoted standby without the last blocks is. */
async function withPast(url: string) {
  const name = new URL(url).pathname.slice(1)
  const past = `${name}_past`
  const copy = (to: string, from: string) =>
    run(postgresUrl as string, `CREATE DATABASE ${to} STRATEGY FILE_COPY TEMPLATE ${from}`)
  await copy(past, name)
  onTestFinished(() => run(postgresUrl as string, `DROP DATABASE IF EXISTS ${past}`))
  return async () => {
    await run(postgresUrl as string, `DROP DATABASE ${name} WITH (FORCE)`)
    await copy(name, past)
  }
}

it('a mirror that has lost more blocks than the kept keys stops, and says restore, and the file goes on', async () => {
  const { url, path, until } = await mirroredNetwork(15, 60, 20)
  const goBack = await withPast(url)
  const both = openMirrored(path, url, { kept: 5_000_000_000n })
  await both.mirror.check()
  for (let block = 21; block <= 40; block += 1) {
    await both.store(until(block))
    await expect.poll(() => both.mirror.height, { interval: 5 }).toBe(BigInt(block))
  }
  await goBack()
  await expect
    .poll(async () => {
      await both.store(until(41))
      return both.notices.at(-1)
    })
    .toContain('the file goes on without the mirror')
  await both.store(until(42))
  expect(await column(path, 'checkpoint', 'height')).toEqual(['42'])
  await expect(both.close()).rejects.toThrow(
    /changed since block 20 \(longer ago than --mirror-keys.*\); to restore it, empty this database and run the same/,
  )
})

describe('a database that is no mirror of the file is refused, and stays as it is:', () => {
  const { lines } = network(16, 30)
  const STRANGERS: [of: string, make: (url: string, path: string) => Promise<unknown>, says: RegExp][] = [
    ['another chain', (_, path) => ingestInto(path, new Chain('other').block().lines), /has chain/],
    [
      'a backup of the file that is behind the mirror',
      (_, path) => ingestInto(path, network(16, 20).until(10)),
      /is at block 20, and the file only at 10/,
    ],
    ['another file with the same events', (_, path) => ingestInto(path, lines), /no longer knows/],
    [
      'another history of the same chain',
      (_, path) =>
        ingestInto(
          path,
          lines.map(line => line.replace(/"block":"\w{4}/, '"block":"abcd')),
        ),
      /its block 20 has hash \w+, and that of the file abcd/,
    ],
    [
      'tables of a newer version',
      async (url, path) => {
        copyFileSync(fileOf(url), path)
        await run(url, `UPDATE format SET digest = 'x', version = '99.0.0'`)
      },
      /this is version .*: use that version/,
    ],
    [
      'tables of an earlier version and rows of another file',
      async (url, path) => {
        await ingestInto(path, lines)
        await run(url, `UPDATE format SET digest = 'x', version = '0.0.1'`)
      },
      /no longer knows/,
    ],
  ]

  it.each(STRANGERS)('%s', async (name, make, says) => {
    const { url } = await mirroredNetwork(16, 20, 20)
    const path = join(folder, `${name}.sqlite`)
    await make(url, path)
    const before = await contents(url)
    await expect(openMirrored(path, url).close()).rejects.toThrow(says)
    expect(await contents(url)).toEqual(before)
  })

  it('before the first block is stored', async () => {
    const { url } = await mirroredNetwork(16, 20, 20)
    const events = join(folder, 'refused.ndjson')
    writeFileSync(events, `${network(17, 30).lines.join('\n')}\n`)
    const path = join(folder, 'refused.sqlite')
    const { code, stderr } = await startCommand(
      ['ingest', events, '--database', path, '--mirror', url],
      folder,
    ).ended()
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is no mirror of the file')])
    expect(await column(path, 'checkpoint', 'height')).toEqual([])
  })

  it('tables of another program', async () => {
    const url = await newPlace()
    await run(url, 'CREATE TABLE orders (theirs int)')
    await ingestInto(fileOf(url), network(16, 20).lines)
    await expect(openMirrored(fileOf(url), url).close()).rejects.toThrow('it has tables already')
    await run(url, 'SELECT theirs FROM orders')
  })
})

it('a second process is refused, and a process that follows a dead one is not', async () => {
  const { url, path: file } = await mirroredNetwork(17, 20, 20)
  const first = openMirrored(file, url)
  await expect.poll(() => first.mirror.height).toBe(20n)
  const path = join(folder, 'second.sqlite')
  copyFileSync(file, path)
  await expect(openMirrored(path, url).close()).rejects.toThrow('another process writes to it; end that one')
  const third = openMirrored(path, url)
  await first.close(true)
  await expect.poll(() => third.mirror.height).toBe(20n)
  await third.close()
})

it('an upgrade of the file restores its mirror', async () => {
  const { url, path, lines, expectEqual } = await mirroredNetwork(18, 30, 20)
  await run(url, `UPDATE format SET digest = 'earlier', version = '0.0.1'; DROP TABLE stakes`)
  const both = openMirrored(path, url)
  await both.store(sourceOf(lines))
  await both.close()
  expect(both.notices[0]).toContain('is of an earlier version: restoring it')
  await expectEqual()
})

it('a mirror that was behind when its file was upgraded is restored', async () => {
  const { url, path, lines } = await mirroredNetwork(18, 30, 20)
  await ingestInto(path, lines)
  const changes = { 'no spaces': `replace(node, ' ', ' ')` }
  const later = tables.map(table => (table === orders ? { ...orders, changes } : table))
  const file = openForWriting(path, later)
  onTestFinished(() => file.close())
  const mirror = new Mirror({ url, log: new ChangeLog(file, 3_600_000_000_000n) })
  await mirror.check()
  await mirror.finish()
  expect(await contents(url)).toEqual(await contents(path))
})

it('an empty database is restored with progress, and a restore that is killed leaves it empty', async () => {
  const { url, path, lines, expectEqual } = await mirroredNetwork(19, 60)
  await ingestInto(path, lines)
  const tables = async () =>
    (await selected(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`))[0]?.length
  const writers = async () =>
    (
      await selected(
        url,
        `SELECT FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`,
      )
    )[0]?.length
  for (const statement of [20, 40, 60]) {
    const { broken, restore } = breakAt(statement, 'after')
    const killed = openMirrored(path, url)
    await broken
    restore()
    await killed.close(true)
    await expect.poll(tables).toBe(0)
    // PostgreSQL learns of the end of a process some time later.
    await expect.poll(writers).toBe(0)
  }
  const progress = new Map<string, number>()
  const restored = openMirrored(path, url, {
    onProgress: (table, rows) => void progress.set(table, (progress.get(table) ?? 0) + rows),
  })
  await restored.close()
  expect(progress.get('orders')).toBeGreaterThan(10)
  expect(restored.notices.map(text => text.replace(/^\S+ /, ''))).toEqual([
    `is empty: restoring it from ${path}`,
    'is restored at block 60',
  ])
  await expectEqual()
})

it('text that PostgreSQL has no form for is kept', async () => {
  const kept = ['zero \u0000', 'private \uE000 and \uE001', '\uE000\uE001']
  const drafts = kept.map((reference, number) => liquidityProvision({ id: orderId(number), reference }))
  const server = await running(new Chain().blocks(drafts).lines)
  const references = async (filter: { reference?: string }) => {
    const page = await server.client.listLiquidityProvisions({ ...filter, live: true })
    return page.liquidityProvisions.edges.map(({ node }) => node.current?.reference)
  }
  expect((await references({})).reverse()).toEqual(kept)
  for (const reference of kept.slice(1)) expect(await references({ reference })).toEqual([reference])
})
