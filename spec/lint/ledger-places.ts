import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Statement {
  readonly at: readonly string[]
  readonly expect?: Readonly<Record<string, unknown>>
}

/** The places of the contract that the source document states, each with the facts that it states there. */
export type LedgerPlaces = Map<string, Set<string>>

/**
 * Reads a ledger. A place is written as in it: `listAccounts?filter.assetId`, `Account.balance`. A statement of the
 * fields of a schema or of a response is about each of them, too. A fact is a name of `expect`, or `statuses.500` for
 * one status.
 */
export function ledgerPlaces(file: string): LedgerPlaces {
  const places: LedgerPlaces = new Map()
  const state = (place: string, facts: readonly string[] = []) => {
    const known = places.get(place) ?? new Set()
    for (const fact of facts) known.add(fact)
    places.set(place, known)
  }
  for (const { at, expect = {} } of parse(readFileSync(file, 'utf8')) as Statement[]) {
    const statuses = Object.keys(expect.statuses ?? {}).map(status => `statuses.${status}`)
    for (const place of at) {
      state(place, [...Object.keys(expect), ...statuses])
      const fields = [expect.fields ?? [], expect.answer ?? []].flat() as string[]
      for (const field of fields) state(`${place}.${field}`)
    }
  }
  return places
}
