import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { simulate } from '@trading-network/simulator'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { operations, readingOf } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { CHECKPOINT, checkpointOf, genesis } from '../src/store/tables/checkpoint.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'

const RUNS = 150
/** The records of a page, the same number for all. */
const PAGE = 20

/** Maximum number of rows that one statement passes: those of a step, and those at the ends of its ranges. */
const MAX_OF_STATEMENT = 700
/** Maximum number of rows for a page with two filters and a range: one step by each of the indexes, and the page. */
const MAX_OF_PAGE = 3500

/** A network on which a page counts the rows that it passes. */
class CountedNetwork {
  readonly #database: DatabaseSync
  readonly #head
  #passed = 0

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
    this.#database.function('passed', { useBigIntArguments: true }, _at => {
      this.#passed += 1
      return 1
    })
    this.#head = checkpointOf(this.#rows(CHECKPOINT.read, [])[0]) ?? genesis
  }

  /** Returns a page, the rows that it passes, and the most that one of its statements passes. */
  page(operationId: string, path: Record<string, string>, search: string) {
    const operation = operations.find(operation => operation.operationId === operationId)!
    const reading = readingOf(operation, readParameters(operation, path, search))(this.#head)
    const counts: number[] = []
    let step = reading.next()
    while (!step.done) {
      step = reading.next(
        step.value.map(({ text, values }) => {
          this.#passed = 0
          // Each range of an index tests its rows by the sort key, which every index has.
          const rows = this.#rows(text.replaceAll(/(SELECT [^()]* FROM \w+ WHERE )/g, '$1passed(at) AND '), values)
          counts.push(this.#passed)
          return rows
        }),
      )
    }
    return {
      body: JSON.parse(step.value) as Record<string, { edges: { node: unknown }[] }>,
      passed: counts.reduce((sum, count) => sum + count, 0),
      most: Math.max(...counts),
    }
  }

  valuesOf(table: string, column: string): string[] {
    const kind = /name/
    void kind
    return this.#rows(`SELECT DISTINCT n.text FROM ${table} t JOIN names n ON n.id = t.${column} ORDER BY 1`, []).map(
      ([text]) => String(text),
    )
  }

  nodesOf(table: string): Record<string, never>[] {
    return this.#rows(`SELECT edge FROM ${table} ORDER BY at DESC, pos DESC`, []).map(
      ([edge]) => (JSON.parse(String(edge)) as { node: Record<string, never> }).node,
    )
  }

  close(): void {
    this.#database.close()
  }

  #rows(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement.all(...values) as unknown as unknown[][]
  }
}

const lines = [...simulate({ seed: 4, blocks: 200, scale: 20 })]
