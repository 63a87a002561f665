import { expect, it, onTestFinished } from 'vitest'
import { tables } from '../../src/projections/index.ts'
import { PostgresReader } from '../../src/store/postgres/reader.ts'
import { read } from '../../src/store/reading/reading.ts'
import { Chain } from '../chain.ts'
import { newPlace } from '../database.ts'
import { ingestInto } from '../running.ts'

const COMMON = 'SELECT ?1::bigint'
/** One of very many texts. */
const rare = (number: number) => `SELECT ?1::bigint + ${number}`

/** Returns a function that runs a statement on the one connection of a reader. */
async function connection() {
  const database = await newPlace()
  await ingestInto(database, new Chain().block().lines)
  const reader = new PostgresReader(database, tables, 1, 60_000)
  onTestFinished(() => reader.close())
  return async (text: string, ...values: bigint[]) =>
    (await reader.answer(() => read({ text, values }))).result
}

it('a connection keeps a limited number of statements', async () => {
  const ask = await connection()
  for (let number = 0; number < 1000; number += 1) {
    expect(await ask(rare(number), 1n)).toEqual([[BigInt(1 + number)]])
    if (number % 100 === 0) expect(await ask(COMMON, 7n)).toEqual([[7n]])
  }
  const texts = (await ask('SELECT statement FROM pg_prepared_statements')).flat()
  expect(texts).toContain('SELECT $1::bigint + 999')
  expect(texts).not.toContain('SELECT $1::bigint + 1')
  expect(texts.length).toBeLessThanOrEqual(302)
  // Another connection can use it again.
  expect(await ask(rare(1), 1n)).toEqual([[2n]])
})

it('a long statement is not kept', async () => {
  const ask = await connection()
  const long = `SELECT ?1::bigint /* ${'long '.repeat(4_000)}*/`
  for (const value of [1n, 2n]) expect(await ask(long, value)).toEqual([[value]])
  const texts = (await ask('SELECT statement FROM pg_prepared_statements')).flat()
  expect(texts.filter(text => String(text).length > 16_000)).toEqual([])
})

it('statements that share a connection are answered while others are forgotten, after failures too', async () => {
  const ask = await connection()
  const all = Array.from({ length: 1000 }, (_, index) => index % 450)
  const fails = () => Promise.allSettled([ask('SELECT 1 / ?1::bigint', 0n), ask('SELECT nothing')])
  const failed = [fails(), fails()]
  const results = await Promise.all(
    all.map((number, index) => {
      if (index % 100 === 50) failed.push(fails())
      return ask(rare(number), 1n)
    }),
  )
  expect(results).toEqual(all.map(number => [[BigInt(1 + number)]]))
  for (const settled of (await Promise.all(failed)).flat()) expect(settled.status).toBe('rejected')
})
