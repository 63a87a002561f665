import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect } from 'vitest'
import { operations, readingOf } from '../src/network/open-network.ts'
import { readParameters } from '../src/parameters/read.ts'
import { CHECKPOINT, checkpointOf } from '../src/store/tables/checkpoint.ts'

/** Maximum weight of a statement of a page with up to 1,000 records: less than the reader of SQLite runs at once. */
const MAX_WEIGHT = 8_192
/** Maximum number of rows that a statement passes for its weight; and beside it, those at the ends of its ranges. */
const PASSED = 4
const ENDS = 200

/** A file whose pages count the rows that they pass. A statement must pass no more than its weight says. */
export class CountedFile {
  readonly #database: DatabaseSync
  readonly #head
  #passed = 0

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
    // The number of arguments is that of the function.
    this.#database.function('passed', { useBigIntArguments: true }, _at => {
      this.#passed += 1
      return 1
    })
    this.#head = checkpointOf(this.rows(CHECKPOINT.read, [])[0])
  }

  /** Returns a page, its statements and the rows that they pass, and its cost: these rows, times the ranges of each. */
  page(operationId: string, path: Record<string, string>, search: string) {
    const operation = operations.find(operation => operation.operationId === operationId)!
    const reading = readingOf(operation, readParameters(operation, path, search))(this.#head)
    let [cost, passed, statements] = [0, 0, 0]
    let step = reading.next()
    while (!step.done) {
      step = reading.next(
        step.value.map(({ text, values, weight = 1 }) => {
          this.#passed = 0
          // Each index has the sort key, so the test needs no row of the table.
          const counted = text.replaceAll(/ FROM (\w+)( INDEXED BY \w+)? WHERE /g, (range, table: string) =>
            table === 'names' ? range : `${range}passed(at) AND `,
          )
          const rows = this.rows(counted, values)
          expect(weight).toBeLessThanOrEqual(MAX_WEIGHT)
          expect(this.#passed, text).toBeLessThanOrEqual(PASSED * weight + ENDS)
          passed += this.#passed
          statements += 1
          cost += this.#passed * text.split(' UNION ALL ').length
          return rows
        }),
      )
    }
    return { body: step.value, cost, passed, statements }
  }

  rows(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement.all(...values) as unknown as unknown[][]
  }

  close(): void {
    this.#database.close()
  }
}
