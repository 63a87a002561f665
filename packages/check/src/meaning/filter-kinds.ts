import { type Json, textAt } from '../json.ts'
import type { Params } from '../service/exchange.ts'

/** Facts about the service that its records do not show. */
export interface Facts {
  /** Referral set to the party that refers in it, as far as found. */
  readonly referrers: ReadonlyMap<string, string>
}

/** The meaning of a filter parameter for the records of a list. */
export interface Filter {
  /** Values to try that have to do with this record; the first one finds it. */
  samples(record: Json, facts: Facts): readonly string[]
  /** Other parameters that decide the meaning of this one. */
  readonly dependsOn?: readonly string[]
  /** Returns true if the record is listed when the parameter has these values, beside the others of the request. */
  keeps(record: Json, values: readonly string[], facts: Facts, params: Params): boolean
}

/** The value of a record that a filter tests: its dotted path, or a function that reads it. */
export type Field = string | ((record: Json, facts: Facts) => string | undefined)

function read(field: Field, record: Json, facts: Facts): string | undefined {
  return typeof field === 'string' ? textAt(record, field) : field(record, facts)
}

/** A hexadecimal id in lower case; the letter case of names counts. */
const folded = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text)

/** Keeps records whose field has one of the values; the letter case of a hexadecimal id does not matter unless said. */
export function equal(field: Field, letterCase: 'folded' | 'exact' = 'folded'): Filter {
  const form = letterCase === 'folded' ? folded : (text: string) => text
  return {
    samples: (record, facts) => [read(field, record, facts)].filter(value => value !== undefined),
    keeps: (record, values, facts) => {
      const value = read(field, record, facts)
      return value !== undefined && values.some(wanted => form(wanted) === form(value))
    },
  }
}

/**
 * Keeps records whose integer passes.
 *
 * @param tried distances of the values to try from a record's value; the first one finds the record
 */
function bound(
  field: Field,
  tried: readonly bigint[],
  passes: (value: bigint, limit: bigint) => boolean,
): Filter {
  return {
    samples: (record, facts) => {
      const value = read(field, record, facts)
      if (value === undefined) return []
      const near = tried.map(distance => BigInt(value) + distance)
      return near.filter(limit => limit >= 0n).map(String)
    },
    keeps: (record, [limit = '0'], facts) => passes(BigInt(read(field, record, facts) ?? '0'), BigInt(limit)),
  }
}

/** Keeps records at or after the value. */
export const atLeast = (field: Field): Filter => bound(field, [0n, 1n], (value, limit) => value >= limit)

/** Keeps records before the value, which itself is excluded. */
export const below = (field: Field): Filter => bound(field, [1n, 0n], (value, limit) => value < limit)

/** Keeps records up to the value, which itself is included. */
export const atMost = (field: Field): Filter => bound(field, [0n, -1n], (value, limit) => value <= limit)

/** A flag that leaves records out while it has this value. */
export function leavesOut(when: 'true' | 'false', out: (record: Json) => boolean): Filter {
  return {
    samples: () => ['true', 'false'],
    keeps: (record, [value]) => value !== when || !out(record),
  }
}

/** A parameter that changes the fields of records, not the list. */
export function keepsAll(...samples: string[]): Filter {
  return { samples: () => samples, keeps: () => true }
}

/** A filter with a value that keeps every record. */
export function exceptFor(value: string, filter: Filter): Filter {
  return {
    ...filter,
    keeps: (record, values, ...request) => values.includes(value) || filter.keeps(record, values, ...request),
  }
}

/** A filter that counts only as long as none of these parameters is given. */
export function onlyWithout(stronger: readonly string[], filter: Filter): Filter {
  return {
    ...filter,
    dependsOn: stronger,
    keeps: (record, values, facts, params) =>
      stronger.some(name => params[name] !== undefined) || filter.keeps(record, values, facts, params),
  }
}
