import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Operation } from '../contract/operation.ts'
import { exampleRequest } from '../contract/samples.ts'
import { repository } from '../repository.ts'
import { addressOf } from '../try-it/request.ts'

/** The hand-written advice on an operation, from `operations.yaml`. */
interface Entry {
  readonly use: string
  readonly order?: string
  readonly cost: string
  readonly limits?: string
  readonly mistakes: readonly {
    /** A query of the example's path, or a whole path. */
    readonly request: string
    readonly error: string
  }[]
}

/** A line of advice with its heading. */
export interface Advice {
  readonly facts: readonly (readonly [heading: string, text: string])[]
  /** Requests that fail, with the message of the error. */
  readonly mistakes: readonly { readonly target: string; readonly error: string }[]
}

const entries = parse(readFileSync(join(repository, 'packages/docs/operations.yaml'), 'utf8')) as Readonly<
  Record<string, Entry>
>

/** When to use an operation, its order, freshness and cost, and usual mistakes; nothing for one of another contract. */
export function adviceOn(operation: Operation): Advice {
  const { id, page } = operation
  const entry = entries[id]
  if (!entry) return { facts: [], mistakes: [] }
  const path = addressOf('', exampleRequest(operation))
  const order =
    page === undefined ? undefined : `${entry.order} A page has 1000 rows by default, and at most 5000.`
  const fresh =
    'A response shows one block, which `X-Block-Height` names. [Follow it](/guides/watch/) to get each change.'
  const facts = [
    ['Use it to', entry.use],
    ['Order', order],
    ['Freshness', fresh],
    ['Cost', entry.cost],
    ['Limits', entry.limits],
  ] as const
  return {
    facts: facts.flatMap(([heading, text]) => (text === undefined ? [] : [[heading, text] as const])),
    mistakes: entry.mistakes.map(({ request, error }) => ({
      target: request.startsWith('?') ? path + request : request,
      error,
    })),
  }
}
