import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { simulate } from '@trading-network/simulator'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { ingest } from '../../src/ingest/ingest.ts'
import { tables } from '../../src/projections/tables.ts'
import { connect, execute, query } from '../../src/store/postgres/connection.ts'
import { PostgresWriter } from '../../src/store/postgres/writer.ts'
import { Chain } from '../chain.ts'
import { Command } from '../command.ts'
import { contents } from '../contents.ts'
import { postgresUrl } from '../database.ts'
import { liquidityProvision, orderId } from '../events.ts'
import { ingestInto, running, sourceOf } from '../running.ts'
import { newPostgresDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [...simulate({ seed: 6, blocks: 300, scale: 1 })]
const file = join(folder, 'events.ndjson')
writeFileSync(file, `${lines.join('\n')}\n`)

async function newPlace(): Promise<string> {
  const { database, release } = await newPostgresDatabase(postgresUrl as string)
  onTestFinished(release)
  return database
}

function started(...args: string[]): Command {
  const command = new Command(args, folder)
  onTestFinished(async () => {
    command.process.kill('SIGKILL')
    await command.ended()
  })
  return command
}

const wholeSqlite = join(folder, 'whole.sqlite')
await ingestInto(wholeSqlite, lines)
const whole = await contents(wholeSqlite)

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await holds()); await wait(10))
    if (Date.now() > deadline) throw new Error('it does not come true')
}

async function heightOf(database: string): Promise<number> {
  const client = await connect(database, 5_000)
  const [row] = await query(client, 'SELECT height FROM checkpoint').catch(() => [[0n]])
  await client.end()
  return Number(row?.[0] ?? 0)
}

describe('an ingest into PostgreSQL', () => {
  it('makes the same rows as one into SQLite', async () => {
    const database = await newPlace()
    await ingestInto(database, lines, { batchEvents: 700 })
    expect(await contents(database)).toEqual(whole)
  })

  it('goes on after kill -9 with the same rows', async () => {
    const database = await newPlace()
    const killed = started('ingest', '-', '--database', database)
    // It is killed before it has read all.
    killed.process.stdin?.on('error', () => undefined)
    killed.process.stdin?.write(`${lines.slice(0, lines.length >> 1).join('\n')}\n`)
    await until(async () => (await heightOf(database)) > 0)
    killed.process.kill('SIGKILL')
    await killed.ended()
    const again = await started('ingest', file, '--database', database, '--wait').ended()
    expect(again.code, again.stderr).toBe(0)
    expect(again.stdout).toMatch(/blocks were stored already/)
    expect(await contents(database)).toEqual(whole)
  })

  it('goes on when its connection is cut, whenever that is', async () => {
    const database = await newPlace()
    const cutter = await connect(postgresUrl as string, 5_000)
    let cuts = 0
    const source = {
      ...sourceOf([]),
      async *records() {
        for (let start = 0; start < lines.length; start += 400) {
          yield lines.slice(start, start + 400)
          if (cuts >= 6) continue
          cuts += 1
          await execute(
            cutter,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = '${new URL(database).pathname.slice(1)}' AND pid <> pg_backend_pid()`,
          )
        }
      },
    }
    const writer = await PostgresWriter.open(database, tables)
    await ingest(source, writer, { batchEvents: 250 })
    await writer.close()
    await cutter.end()
    expect(cuts).toBe(6)
    expect(await contents(database)).toEqual(whole)
  })

  it('is the only one; a second one says so, or waits to take its place', async () => {
    const database = await newPlace()
    const first = await PostgresWriter.open(database, tables)
    onTestFinished(() => first.close())
    const second = await started('ingest', file, '--database', database).ended()
    expect(second).toMatchObject({ code: 1 })
    expect(second.stderr).toMatch(
      /^error: postgres:.* cannot be used: another process writes to it;.*--wait\n$/,
    )
    const waiting = started('ingest', file, '--database', database, '--wait')
    await wait(500)
    expect(waiting.process.exitCode).toBe(null)
    await first.close()
    expect((await waiting.ended()).code).toBe(0)
    expect(await contents(database)).toEqual(whole)
  })

  it('may be started twice at once on an empty database', async () => {
    const database = await newPlace()
    const both = [1, 2].map(() => started('ingest', file, '--database', database, '--wait').ended())
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([0, 0])
    expect(await contents(database)).toEqual(whole)
  })

  it('keeps text that PostgreSQL has no form for', async () => {
    const kept = ['zero \u0000', 'private \uE000 and \uE001', '\uE000\uE001']
    const drafts = kept.map((reference, number) => liquidityProvision({ id: orderId(number), reference }))
    const server = await running(new Chain().blocks(drafts).lines)
    onTestFinished(server.close)
    const references = async (filter: { reference?: string }) => {
      const page = await server.client.listLiquidityProvisions({ ...filter, live: true })
      return page.liquidityProvisions.edges.map(({ node }) => node.current?.reference)
    }
    expect((await references({})).reverse()).toEqual(kept)
    for (const reference of kept.slice(1)) expect(await references({ reference })).toEqual([reference])
  })
})
