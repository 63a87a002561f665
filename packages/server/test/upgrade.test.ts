import { simulate } from '@trading-network/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { openWriter } from '../src/ingest/open-writer.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { FORMAT } from '../src/store/tables/schema.ts'
import { upgrades } from '../src/store/tables/upgrades/steps.ts'
import { column, contents } from './contents.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'
import { onDatabase } from './statements.ts'

const INDEXES = ['party_age', 'status_age', 'market_age', 'age'].map(name => `stop_orders_by_${name}_at_pos`)

/**
 * Downgrades a database to format 1: stop orders without the class of their age, a checkpoint without its run,
 * provisions with a copy of the active state and with proportions as text, a checkpoint without the place in a file,
 * no log of touched keys.
 */
const BACK = [
  'DROP TABLE touched',
  ...INDEXES.map(name => `DROP INDEX ${name}`),
  'ALTER TABLE stop_orders DROP COLUMN age',
  ...['run', 'file', 'file_offset', 'file_records'].map(
    column => `ALTER TABLE checkpoint DROP COLUMN ${column}`,
  ),
  `ALTER TABLE liquidity_provisions ADD COLUMN active TEXT NOT NULL DEFAULT ''`,
  `UPDATE liquidity_provisions
   SET edge = replace(replace(edge, '"proportion":', '"proportion":"'), ',"offset":', '","offset":')`,
]

/** Returns the schema: indexes, and columns in any order. */
const schemaOf = (database: string) =>
  isPostgres(database)
    ? [
        `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname`,
        `SELECT table_name, column_name, data_type, is_nullable, is_generated FROM information_schema.columns
         WHERE table_schema = current_schema() ORDER BY 1, 2`,
      ]
    : [
        `SELECT sql FROM sqlite_schema WHERE type = 'index' ORDER BY name`,
        `SELECT m.name, i.name, i.type, i."notnull", i.hidden FROM sqlite_schema m, pragma_table_xinfo(m.name) i
         WHERE m.type = 'table' ORDER BY 1, 2`,
      ]

async function schema(database: string): Promise<unknown[]> {
  const all: unknown[] = []
  await onDatabase(database, async ask => {
    for (const text of schemaOf(database)) all.push(await ask(text))
  })
  return all
}

it('has a step to every format since the first', () => {
  const formats = Array.from({ length: FORMAT - 1 }, (_, index) => index + 2)
  const steps = upgrades.map(({ to }) => to)
  expect(
    steps,
    'store/tables/upgrades/steps.ts needs a step to each FORMAT of store/tables/schema.ts',
  ).toEqual(formats)
})

it('brings a database of format 1 to what a new one is, with rows as they would have been ingested', async () => {
  const place = await newDatabase()
  onTestFinished(place.release)
  const lines = [...simulate({ seed: 10, blocks: 60, scale: 1 })]
  const half = lines.findIndex(line => line.includes('BEGIN_BLOCK') && line.includes('"height":"31"'))
  await ingestInto(place.database, lines)
  const whole = { schema: await schema(place.database), contents: await contents(place.database) }

  const old = await newDatabase()
  onTestFinished(old.release)
  await ingestInto(old.database, lines.slice(0, half))
  await onDatabase(old.database, async ask => {
    for (const statement of BACK) await ask(statement)
    if (isPostgres(old.database)) await ask('UPDATE formats SET number = 1')
    else await ask('PRAGMA user_version = 1')
  })
  expect(await schema(old.database)).not.toEqual(whole.schema)
  expect(String(await column(old.database, 'liquidity_provisions', 'edge'))).toMatch(
    /"proportion":"\d+","offset"/,
  )

  await (await openWriter(old.database)).close()
  expect(await schema(old.database)).toEqual(whole.schema)
  expect(await column(old.database, 'checkpoint', 'run')).toEqual([expect.stringMatching(/^[-0-9a-f]{18,}$/)])
  await ingestInto(old.database, lines)
  expect(await contents(old.database)).toEqual(whole.contents)
})
