import { type Json, textAt } from '../json.ts'
import type { Params } from '../service/exchange.ts'

/** Facts about the service that its records do not show. */
export interface Facts {
  /** Referral set to the party that refers in it, as far as found. */
  readonly referrers: ReadonlyMap<string, string>
}

/** The request that a filter is part of. */
export interface FilteredRequest {
  readonly params: Params
  readonly facts: Facts
}

/** The meaning of a filter parameter for the records of a list. */
export interface Filter {
  /** Values to try that have to do with this record; the first one finds it. */
  samples(record: Json, facts: Facts): readonly string[]
  /** Other parameters that decide what this one means. */
  readonly dependsOn?: readonly string[]
  /** Whether the record is listed when the parameter has these values. */
  keeps(record: Json, values: readonly string[], request: FilteredRequest): boolean
}

/** How a record says something: a dotted path, or a way to tell. */
export type Field = string | ((record: Json) => string | undefined)

function read(field: Field, record: Json): string | undefined {
  return typeof field === 'string' ? textAt(record, field) : field(record)
}

/** A hexadecimal id in lower case; the letter case of names counts. */
const folded = (text: string) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : text)

/**
 * Keeps records of which the field has one of the values; the letter case of a hexadecimal id does not matter unless
 * said.
 */
export function equal(field: Field, letterCase: 'folded' | 'exact' = 'folded'): Filter {
  const form = letterCase === 'folded' ? folded : (text: string) => text
  return {
    samples: record => present(read(field, record)),
    keeps: (record, values) => {
      const value = read(field, record)
      return value !== undefined && values.some(wanted => form(wanted) === form(value))
    },
  }
}

/** Keeps records of which the field's integer passes; samples lie on the edge and one beside it. */
function bound(
  field: Field,
  step: -1n | 1n,
  finds: 0n | 1n,
  passes: (value: bigint, limit: bigint) => boolean,
): Filter {
  return {
    samples: record => {
      const value = read(field, record)
      if (value === undefined) return []
      const near = [BigInt(value) + finds, BigInt(value) + finds + step]
      return near.filter(limit => limit >= 0n).map(String)
    },
    keeps: (record, [limit = '0']) => passes(BigInt(read(field, record) ?? '0'), BigInt(limit)),
  }
}

/** Keeps records at or after the value. */
export const from = (field: Field): Filter => bound(field, 1n, 0n, (value, limit) => value >= limit)

/** Keeps records before the value, which itself is excluded. */
export const before = (field: Field): Filter => bound(field, -1n, 1n, (value, limit) => value < limit)

/** Keeps records up to the value, which itself is included. */
export const upTo = (field: Field): Filter => bound(field, -1n, 0n, (value, limit) => value <= limit)

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

/** A filter that counts only as long as none of these parameters is given. */
export function unless(stronger: readonly string[], filter: Filter): Filter {
  return {
    samples: filter.samples,
    dependsOn: stronger,
    keeps: (record, values, request) =>
      stronger.some(name => request.params[name] !== undefined) || filter.keeps(record, values, request),
  }
}

function present(value: string | undefined): string[] {
  return value === undefined ? [] : [value]
}
