import { DatabaseSync } from 'node:sqlite'
import { readingOf } from '../src/network/open-network.ts'
import type { Operation } from '../src/parameters/contract.ts'
import type { Query } from '../src/parameters/read.ts'
import { tables } from '../src/projections/index.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { connect, query } from '../src/store/postgres/connection.ts'
import { PostgresReader } from '../src/store/postgres/reader.ts'
import type { Reader, Reading, Statement } from '../src/store/reading/reading.ts'
import { SqliteReader } from '../src/store/sqlite/reader.ts'

/** A database that explains how it executes a request. */
export interface Explainer {
  /** Returns the query plans of all statements of a request, as lines in the database's own words. */
  plans(operation: Operation, request: Query): Promise<string[][]>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens a database for query plans: an SQLite file by its path or a PostgreSQL database by its URL.
 *
 * @throws DatabaseError when it is unusable
 */
export function openExplainer(database: string): Promise<Explainer> {
  return isPostgres(database) ? explainPostgres(database) : explainSqlite(database)
}

/** Collects the statements of a request by running its reading. */
function* noted<Result>(reading: Reading<Result>, statements: Statement[]): Reading<Result> {
  let step = reading.next()
  while (!step.done) {
    statements.push(...step.value)
    step = reading.next(yield step.value)
  }
  return step.value
}

/** @param planOf returns the plan of one statement */
function explain(
  reader: Reader,
  planOf: (statement: Statement) => Promise<string[]> | string[],
): Explainer['plans'] {
  return async (operation, request) => {
    const statements: Statement[] = []
    await reader.answer(head => {
      // A reader may run a reading again, with another checkpoint.
      statements.length = 0
      return noted(readingOf(operation, request)(head), statements)
    })
    const plans: string[][] = []
    for (const statement of statements) plans.push(await planOf(statement))
    return plans
  }
}

async function explainSqlite(path: string): Promise<Explainer> {
  const reader = new SqliteReader(path, tables)
  const database = new DatabaseSync(path, { readOnly: true })
  return {
    plans: explain(reader, ({ text, values }) => {
      const lines = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values)
      return lines.map(({ detail }) => String(detail))
    }),
    async close() {
      database.close()
      reader.close()
    },
  }
}

async function explainPostgres(url: string): Promise<Explainer> {
  const reader = new PostgresReader(url, tables)
  await reader.check()
  const client = await connect(url, CONNECT_TIMEOUT_MS)
  return {
    plans: explain(reader, async ({ text, postgres = text, values }) => {
      const lines = await query(client, `EXPLAIN (COSTS OFF) ${postgres}`, values)
      return lines.map(([line]) => String(line))
    }),
    async close() {
      await client.end()
      await reader.close()
    },
  }
}
