import type { Reading, Statement } from '../reading/reading.ts'
import type { Checkpoint } from '../tables/checkpoint.ts'
import type { PipelinedStatement } from './pipeline.ts'

/** A request for a reading, and the two ends of its promise. */
export interface Request {
  readonly reading: (head: Checkpoint) => Reading<unknown>
  readonly resolve: (answer: { result: unknown; head: Checkpoint }) => void
  readonly reject: (error: unknown) => void
}

/** One run of a reading. It has either next statements or an outcome. */
export class Attempt {
  readonly request: Request
  readonly #head: Checkpoint
  #reading: Reading<unknown> | undefined
  #statements: readonly Statement[] = []
  /** Settles the request with the outcome; undefined while there are statements. */
  settle: (() => void) | undefined

  constructor(request: Request, head: Checkpoint) {
    this.request = request
    this.#head = head
    this.#step(() => {
      this.#reading = request.reading(head)
      return this.#reading.next()
    })
  }

  get statements(): readonly PipelinedStatement[] {
    return this.#statements.map(({ text, postgres = text, values }) => ({ text: postgres, values }))
  }

  /** Continues with the rows of the statements. */
  advance(rows: readonly unknown[][][]): void {
    const results = rows.map((some, index) => (this.#statements[index]?.joined ? joinedEdges(some) : some))
    this.#step(() => this.#reading?.next(results))
  }

  #step(next: () => IteratorResult<readonly Statement[], unknown> | undefined): void {
    this.#statements = []
    const { request } = this
    try {
      const step = next()
      if (step && !step.done) this.#statements = step.value
      else this.settle = () => request.resolve({ result: step?.value, head: this.#head })
    } catch (error) {
      this.settle = () => request.reject(error)
    }
  }
}

/** The database returns edges as rows. Joining them here costs less than in the database. */
function joinedEdges(rows: readonly unknown[][]): unknown[][] {
  return [[BigInt(rows.length), rows.map(([edge]) => edge).join(',')]]
}
