import { Unavailable } from '../database-error.ts'
import type { Answered, Asked, Reading, Statement, Turns } from '../reading/reading.ts'
import { CHECKPOINT, type Checkpoint, checkpointOf } from '../tables/checkpoint.ts'
import { requireCurrent } from '../tables/format.ts'
import type { AnyTable } from '../tables/table.ts'
import { isUnavailable } from './connection.ts'
import { RESTORE } from './format.ts'
import type { Outcome, ReadConnection } from './read-connections.ts'

/** A request for a reading, and the two ends of its promise. */
export interface Request {
  readonly reading: Asked<unknown>
  readonly resolve: (answer: Answered<unknown>) => void
  readonly reject: (error: unknown) => void
  /** Runs each step of the reading: a batch makes the steps of several clients, and waits for none. */
  readonly charged?: Turns['charged']
}

/** The format of the tables, and the checkpoint. */
const HEAD = {
  text: `SELECT digest, version, ${CHECKPOINT.columns} FROM format LEFT JOIN checkpoint ON true`,
}
/** Ends a transaction, also after a failure; PostgreSQL then rolls it back. */
const COMMIT = { text: 'COMMIT' }

/**
 * Answers batches of requests, each request from one state of the database.
 *
 * A reading needs the checkpoint before its first statement. It is nearly always the last one that the connection has
 * seen. So the first statements go out at once, and then the question for the checkpoint. Rows change only with it, and
 * it only rises. So if it is still the same, all statements saw the same rows. Only if it is not, or if a reading has
 * further statements, the request is answered again, in a transaction.
 */
export class Snapshots {
  readonly #tables: readonly AnyTable[]
  /** The latest checkpoint, and its row as text. */
  #head: Checkpoint | undefined
  #row = ''

  constructor(tables: readonly AnyTable[]) {
    this.#tables = tables
  }

  /** @throws every failure that is not of a single request; then the connection is unusable */
  async answer(connection: ReadConnection, requests: readonly Request[]): Promise<void> {
    const { head } = connection.session
    let left = head ? await this.#atOnce(connection, requests, head) : requests
    while (left.length > 0) left = await this.#inTransaction(connection, left)
  }

  /** Returns the requests that have no answer yet. */
  async #atOnce(
    { session, send }: ReadConnection,
    requests: readonly Request[],
    assumed: Checkpoint,
  ): Promise<readonly Request[]> {
    const attempts = requests.map(request => new Attempt(request, assumed))
    const outcomes = await send([...attempts.flatMap(({ statements }) => statements), HEAD])
    session.head = this.#headIn(outcomes.pop())
    if (session.head !== assumed) return requests
    advance(attempts, outcomes)
    return settleAll(attempts).map(({ request }) => request)
  }

  /** Returns the requests that failed only because another one of their transaction did. */
  async #inTransaction(
    { session, send }: ReadConnection,
    requests: readonly Request[],
  ): Promise<readonly Request[]> {
    const head = this.#headIn((await send([...session.opening, HEAD])).at(-1))
    if (session.names) session.head = head
    let attempts = settleAll(requests.map(request => new Attempt(request, head)))
    let hasFailed = false
    while (attempts.length > 0 && !hasFailed) {
      const outcomes = await send(attempts.flatMap(({ statements }) => statements))
      hasFailed = outcomes.some(({ status }) => status === 'rejected')
      advance(attempts, outcomes)
      attempts = settleAll(attempts)
    }
    await send([COMMIT])
    return attempts.map(({ request }) => request)
  }

  /** @throws the failure of the statement, or Unavailable for another format */
  #headIn(outcome: Outcome | undefined): Checkpoint {
    if (outcome?.status !== 'fulfilled') throw outcome?.reason
    const [row = []] = outcome.value
    const text = row.join('\n')
    if (this.#head && text === this.#row) return this.#head
    const [digest, made, ...checkpoint] = row
    // A standby may lag behind an upgrade, or the service may be older than the database.
    try {
      requireCurrent([digest, made], this.#tables, RESTORE)
    } catch (cause) {
      throw new Unavailable((cause as Error).message, { cause })
    }
    this.#row = text
    this.#head = checkpointOf(checkpoint)
    return this.#head
  }
}

/** One run of a reading. It has either next statements or an outcome. */
class Attempt {
  readonly request: Request
  readonly #head: Checkpoint
  #reading: Reading<unknown> | undefined
  statements: readonly Statement[] = []
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

  advance(rows: readonly unknown[][][]): void {
    this.#step(() => this.#reading?.next(rows))
  }

  #step(next: () => IteratorResult<readonly Statement[], unknown> | undefined): void {
    this.statements = []
    const { request } = this
    try {
      const step = request.charged ? request.charged(next) : next()
      if (step && !step.done) this.statements = step.value
      else this.settle = () => request.resolve({ result: step?.value, head: this.#head })
    } catch (error) {
      this.settle = () => request.reject(error)
    }
  }
}

/** The failure of each statement behind another one in a transaction. */
const SKIPPED = '25P02'

/**
 * Gives attempts the outcomes of their statements. The request of a failed statement is refused.
 *
 * @throws a failure of the database itself
 */
function advance(attempts: readonly Attempt[], outcomes: readonly Outcome[]): void {
  let position = 0
  for (const attempt of attempts) {
    const start = position
    position += attempt.statements.length
    if (position === start) continue
    const own = outcomes.slice(start, position)
    const failed = own.find(outcome => outcome.status === 'rejected')
    if (!failed)
      attempt.advance(own.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : [])))
    else if (isUnavailable(failed.reason)) throw failed.reason
    else if (failed.reason.code !== SKIPPED) attempt.settle = () => attempt.request.reject(failed.reason)
  }
}

/** Settles the attempts that have an outcome, and returns the others. */
function settleAll(attempts: readonly Attempt[]): Attempt[] {
  for (const { settle } of attempts) settle?.()
  return attempts.filter(({ settle }) => settle === undefined)
}
