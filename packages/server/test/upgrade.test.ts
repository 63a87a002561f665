import { simulate } from '@trading-network/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { openWriter } from '../src/ingest/open-writer.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { FORMAT } from '../src/store/tables/schema.ts'
import { upgrades } from '../src/store/tables/upgrades/steps.ts'
import { contents } from './contents.ts'
import { newBareDatabase, newDatabase } from './database.ts'
import { ingestInto } from './running.ts'
import { onDatabase } from './statements.ts'

/** The format of the first release. Nobody has a database of an older one. */
const FIRST = 6

/** Downgrades a database to that format: no log of touched keys. */
const BACK = ['DROP TABLE touched']

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

async function setFormat(database: string, format: number): Promise<void> {
  await onDatabase(database, async ask => {
    if (isPostgres(database)) await ask(`UPDATE formats SET number = ${format}`)
    else await ask(`PRAGMA user_version = ${format}`)
  })
}

it('has a step to every format since the first release', () => {
  const formats = Array.from({ length: FORMAT - FIRST }, (_, index) => FIRST + 1 + index)
  const steps = upgrades.map(({ to }) => to)
  expect(
    steps,
    'store/tables/upgrades/steps.ts needs a step to each FORMAT of store/tables/schema.ts',
  ).toEqual(formats)
})

it('brings a database of the first release to what a new one is, with rows as they would have been ingested', async () => {
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
  })
  await setFormat(old.database, FIRST)
  expect(await schema(old.database)).not.toEqual(whole.schema)

  await (await openWriter(old.database)).close()
  expect(await schema(old.database)).toEqual(whole.schema)
  await ingestInto(old.database, lines)
  expect(await contents(old.database)).toEqual(whole.contents)
})

it('refuses a database of an older format, and says what to do', async () => {
  const { database, release } = await newBareDatabase()
  onTestFinished(release)
  await (await openWriter(database)).close()
  await setFormat(database, FIRST - 1)
  await expect(openWriter(database)).rejects.toThrow(
    `it has format ${FIRST - 1}, this version needs format ${FORMAT}; ingest the events into a new database`,
  )
})
