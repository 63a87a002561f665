import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Operation } from '../contract/operation.ts'
import { addressOf } from '../contract/request.ts'
import { exampleRequest } from '../contract/samples.ts'
import { repository } from '../repository.ts'

/** A chart of records: values by time or number, a series for each value of a third field. */
export interface Chart {
  readonly kind: 'line' | 'bars'
  readonly x: string
  readonly y: string
  readonly series: string
}

/** The hand-written advice on an operation, from `operations.yaml`. */
interface Advice {
  readonly use: string
  /** Words that callers type into the search, separated by commas. */
  readonly keywords: string
  readonly order?: string
  readonly cost: string
  /** When a response changes; none for a list that changes all the time. */
  readonly changes?: string
  readonly limits?: string
  /** The fields of a record that its table shows, separated by commas. */
  readonly columns?: string
  /** The line or bars above the table, by names of columns. */
  readonly chart?: Chart
  readonly mistakes: readonly {
    /** A query of the example's path, or a whole path. */
    readonly request: string
    readonly error: string
  }[]
}

const advice: Readonly<Record<string, Advice>> = parse(
  readFileSync(join(repository, 'packages/docs/operations.yaml'), 'utf8'),
)

export function adviceOn({ id }: Operation): Advice {
  const entry = advice[id]
  if (!entry) throw new Error(`operations.yaml has nothing about ${id}`)
  return entry
}

/** The first two sentences of an operation, and the rest of its description without the order, which is a fact. */
export function leadOf({ description }: Operation): { lead: string; rest: string } {
  const sentences = description
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:]) (?=[A-Z])/)
  const lead = sentences.slice(0, 2)
  const rest = sentences.slice(2).filter(sentence => !/ (are|is) sorted by /.test(sentence))
  return { lead: lead.join(' '), rest: rest.join(' ') }
}

/** The four facts to know before a request. */
export function factsOf(operation: Operation): (readonly [heading: string, text: string])[] {
  const { order, cost } = adviceOn(operation)
  const facts = [
    ['Order', order],
    ['Page size', operation.page && '1,000 records by default, at most 5,000.'],
    ['Freshness', 'One block, named by `X-Block-Height`. [Follow it](/guides/watch/) to get each change.'],
    ['Cost', cost],
  ] as const
  return facts.flatMap(([heading, text]) => (text ? [[heading, text] as const] : []))
}

/** What an operation is for, what it leaves out, and the rest of its description. */
export function notesOf(operation: Operation): string[] {
  const { use, changes, limits } = adviceOn(operation)
  const change = changes && `It changes ${changes.charAt(0).toLowerCase()}${changes.slice(1)}`
  return [
    `Use it to ${use.charAt(0).toLowerCase()}${use.slice(1)}`,
    change,
    limits,
    leadOf(operation).rest,
  ].filter(text => text !== undefined && text !== '') as string[]
}

/** Requests that fail, with the message of the error. */
export function mistakesOf(operation: Operation): { readonly target: string; readonly error: string }[] {
  const path = addressOf('', exampleRequest(operation))
  return adviceOn(operation).mistakes.map(({ request, error }) => ({
    target: request.startsWith('?') ? path + request : request,
    error,
  }))
}
