import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { tables } from '../../src/projections/index.ts'
import { PostgresReader } from '../../src/store/postgres/reader.ts'
import { read } from '../../src/store/reading/reading.ts'
import { newPlace } from '../database.ts'
import { ingestInto } from '../running.ts'
import { Link } from './link.ts'
import { fileOf, openMirrored } from './mirrored.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'

const SETTINGS = `SELECT current_setting('enable_sort'), ?1::bigint, (SELECT count(*) FROM pg_prepared_statements)`

const direct = await newPlace()
await ingestInto(direct, simulate({ seed: 8, blocks: 30, scale: 1 }))

if (!hasPgBouncer) process.stdout.write('NOT TESTED: PgBouncer itself, which is not installed\n')

/** Without PgBouncer, a connection without the settings stands in: PostgreSQL itself, by a link that refuses them or a URL with others. */
const poolers: readonly (readonly [name: string, url: () => Promise<string>])[] = [
  [
    'a link that refuses settings',
    async () => {
      const link = await Link.open(direct)
      link.refusesSettings = true
      return link.urlOf(direct)
    },
  ],
  ['a URL with other settings', async () => `${direct}?options=-c%20enable_seqscan%3Don`],
  ...(hasPgBouncer
    ? ([
        ['PgBouncer', () => startPgBouncer(direct, false)],
        ['PgBouncer with ignore_startup_parameters', () => startPgBouncer(direct, true)],
      ] as const)
    : []),
]

describe.each(poolers)('behind %s', (_, pooled) => {
  it('every request has the response of a direct connection', async () => {
    const ofPooler = await openDatabases({ database: await pooled(), maxDelay: 60_000 })
    const own = await openDatabases({ database: direct, maxDelay: 60_000 })
    onTestFinished(async () => {
      await ofPooler.close()
      await own.close()
    })
    const lists = operations.filter(({ operationId }) => /^list(Acc|Stop|Liq|Epoch)/.test(operationId))
    const queries = Array.from({ length: 400 }, (_, index) => ({ 'pagination.first': 1 + (index % 40) }))
    const responses = await Promise.all(
      queries.map(async (query, index) => {
        const operation = lists[index % lists.length]!
        return [await ofPooler.answer(operation, query), await own.answer(operation, query)]
      }),
    )
    for (const [got, expected] of responses) expect(got).toEqual(expected)
  })

  it('each transaction has the planner settings, and leaves no statement for the next one', async () => {
    const reader = new PostgresReader(await pooled(), tables, 3)
    onTestFinished(() => reader.close())
    const ask = async () => (await reader.answer(() => read({ text: SETTINGS, values: [7n] }))).result
    // The first answer comes step by step, the later ones in one message.
    for (let count = 0; count < 5; count += 1)
      expect(await Promise.all([ask(), ask()])).toEqual([[['off', 7n, 0n]], [['off', 7n, 0n]]])
  })

  it('a mirror is refused, since its lock needs a session', async () => {
    await expect(openMirrored(fileOf(direct), await pooled()).close()).rejects.toThrow(
      /this is a pooler, and the command needs a session of its own: name PostgreSQL itself/,
    )
  })
})
