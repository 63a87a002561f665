import type pg from 'pg'
import type { SqlValue } from '../reading/reading.ts'
import { sent } from './connection.ts'
import { prepared } from './prepared-statements.ts'

export interface PipelinedStatement {
  /** With placeholders `?1`, `?2`, ... */
  readonly text: string
  readonly values?: readonly SqlValue[]
}

/** The rows of a statement, or its failure. */
export type Outcome = PromiseSettledResult<unknown[][]>

/**
 * Sends statements to a connection in pipeline mode, without waiting in between.
 *
 * @param names collects the statements that the connection keeps; undefined if another client may use it in between
 */
export function pipeline(
  client: pg.ClientBase,
  names: Set<string> | undefined,
  statements: readonly PipelinedStatement[],
): Promise<Outcome[]> {
  return Promise.allSettled(
    statements.map(async ({ text: written, values = [] }) => {
      const { text, name } = prepared(written)
      if (name !== undefined) names?.add(name)
      const kept = names && name !== undefined && { name }
      const { rows } = await client.query<unknown[]>({
        ...{ text, values: values.map(sent), rowMode: 'array' },
        ...kept,
      })
      return rows
    }),
  )
}
