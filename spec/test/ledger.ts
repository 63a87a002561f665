import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Facts } from './facts.ts'

/** A statement of the source document, as spec/ledger.yaml keeps it. */
export interface Statement {
  /** `ACC-2`; a test carries it in its title as `[ACC-2]`. */
  readonly id: string
  readonly says: string
  /** Addresses of the places that keep the statement. */
  readonly at: readonly string[]
  /** Facts that hold at each of these places. */
  readonly expect?: Facts
  /** True when a test elsewhere must show it. */
  readonly behaviour?: boolean
}

/** Every statement, in the order of the source document. */
export const statements = parse(
  readFileSync(new URL('../ledger.yaml', import.meta.url), 'utf8'),
) as Statement[]
