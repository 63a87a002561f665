import { Unavailable } from '../database-error.ts'
import { type Checkpoint, checkpointOf, genesis, HEAD_COLUMNS } from '../tables/checkpoint.ts'
import { requireCurrent } from '../tables/upgrades/steps.ts'
import { Attempt, type Request } from './attempt.ts'
import { isUnavailable } from './connection.ts'
import type { Landing } from './flight.ts'
import type { ReadConnection } from './read-connections.ts'

/** The format of the tables, and the checkpoint. */
const HEAD = {
  text: `SELECT (SELECT max(number) FROM formats), ${HEAD_COLUMNS}
  FROM (SELECT) AS one LEFT JOIN checkpoint ON true`,
}
const COMMIT = { text: 'COMMIT' }
const ROLLBACK = { text: 'ROLLBACK' }

/**
 * Answers batches of requests, each batch from one snapshot.
 *
 * A reading needs the checkpoint before its first statement. It is nearly always the one of the batch before. So the
 * first statements go out with the start and the end of the transaction, in one message, as if it were. Only if it is
 * not, or if a reading has further statements, the request is answered again, step by step.
 */
export class Snapshots {
  /** The latest checkpoint, and its row as text. */
  #head: Checkpoint | undefined
  #row = ''

  /** @throws every failure that is not of a single request; then the connection is unusable */
  async answer(connection: ReadConnection, requests: readonly Request[]): Promise<void> {
    let left = this.#head ? await this.#atOnce(connection, requests, this.#head) : requests
    while (left.length > 0) left = await this.#stepByStep(connection, left)
  }

  /** Returns the requests that have no answer yet. */
  async #atOnce(
    connection: ReadConnection,
    requests: readonly Request[],
    assumed: Checkpoint,
  ): Promise<readonly Request[]> {
    const attempts = requests.map(request => new Attempt(request, assumed))
    const opening = [...connection.opening, HEAD]
    const statements = attempts.flatMap(attempt => attempt.statements)
    const landing = await connection.fly([...opening, ...statements, COMMIT])
    const isAssumed = this.#headIn(landing, opening.length) === assumed
    if (isAssumed) advance(attempts, landing, opening.length)
    if ('failure' in landing) await rollBack(connection)
    return isAssumed ? settleAll(attempts) : requests
  }

  /** Returns the requests that failed only because another one of their transaction did. */
  async #stepByStep(connection: ReadConnection, requests: readonly Request[]): Promise<readonly Request[]> {
    const opening = [...connection.opening, HEAD]
    const opened = await connection.fly(opening)
    const head = this.#headIn(opened, opening.length)
    let attempts = requests.map(request => new Attempt(request, head))
    for (;;) {
      settleAll(attempts)
      attempts = attempts.filter(({ settle }) => settle === undefined)
      if (attempts.length === 0) break
      const landing = await connection.fly(attempts.flatMap(({ statements }) => statements))
      advance(attempts, landing, 0)
      if (!('failure' in landing)) continue
      await rollBack(connection)
      return settleAll(attempts)
    }
    await connection.fly([COMMIT])
    return []
  }

  /** @throws the failure of the statements up to the checkpoint, or Unavailable for another format */
  #headIn({ rows, failure }: Landing, opening: number): Checkpoint {
    if (rows.length < opening) throw failure
    const [row = []] = rows[opening - 1] ?? []
    const text = row.join('\n')
    if (this.#head && text === this.#row) return this.#head
    const [format, ...checkpoint] = row
    // A standby may lag behind an upgrade, or the service may be older than the database.
    try {
      requireCurrent(Number(format ?? 0))
    } catch (cause) {
      throw new Unavailable((cause as Error).message, { cause })
    }
    this.#row = text
    this.#head = checkpointOf(checkpoint) ?? genesis
    return this.#head
  }
}

/**
 * Gives attempts the rows of their statements, which begin at a position. The request of a failed statement is refused.
 *
 * @throws a failure of the database itself
 */
function advance(attempts: readonly Attempt[], { rows, failure }: Landing, start: number): void {
  let position = start
  for (const attempt of attempts) {
    const end = position + attempt.statements.length
    if (end <= rows.length) {
      if (end > position) attempt.advance(rows.slice(position, end))
    } else if (position <= rows.length) {
      if (isUnavailable(failure)) throw failure
      attempt.settle = () => attempt.request.reject(failure)
    }
    position = end
  }
}

/** Returns the requests of the attempts without an outcome. */
function settleAll(attempts: readonly Attempt[]): Request[] {
  for (const { settle } of attempts) settle?.()
  return attempts.filter(({ settle }) => settle === undefined).map(({ request }) => request)
}

async function rollBack(connection: ReadConnection): Promise<void> {
  const { failure } = await connection.fly([ROLLBACK])
  if (failure) throw failure
}
