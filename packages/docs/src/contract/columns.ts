import type { Contract, SchemaObject } from './document.ts'
import type { Operation } from './operation.ts'
import { describe } from './value.ts'

/** A column of the table of a list's records. */
export interface Column {
  /** The path of its field in a record, such as `stopOrder.status`. */
  readonly path: string
  readonly kind: 'text' | 'number' | 'time' | 'enum'
  /** The rule to read its values by, for the head. */
  readonly rule?: string
  /** What the names of an enum have in common, such as `STATUS_`. */
  readonly prefix?: string
}

/** The schema of the records of a list, as it stands in the response. */
export function recordOf(contract: Contract, { page, answer }: Operation): SchemaObject | undefined {
  return page ? fieldOf(contract, contract.components.schemas[answer], `${page}.edges.node`) : undefined
}

/** The columns for fields of a record. */
export function columnsOf(contract: Contract, record: SchemaObject, paths: readonly string[]): Column[] {
  return paths.map(path => {
    const field = fieldOf(contract, record, path)
    if (!field) throw new Error(`a record has no field ${path}`)
    const { type, unit = '', enum: names } = describe(contract, field)
    if (names) return { path, kind: 'enum', prefix: prefixOf(names.values.map(({ name }) => name)) }
    if (unit === 'Unix nanoseconds') return { path, kind: 'time', rule: 'local time' }
    const isNumber = unit !== '' || /int|amount|decimal/.test(type)
    const rule = unit.replace(/^scaled by the |:.*|, the .*/g, '')
    return { path, kind: isNumber ? 'number' : 'text', ...(rule !== '' && { rule }) }
  })
}

function fieldOf(contract: Contract, at: SchemaObject | undefined, path: string): SchemaObject | undefined {
  return path
    .split('.')
    .reduce(
      (schema, wanted) => describe(contract, schema ?? {}).fields.find(([name]) => name === wanted)?.[1],
      at,
    )
}

function prefixOf(names: readonly string[]): string {
  const [first = ''] = names
  const prefixes = [...first.matchAll(/_/g)].map(({ index }) => first.slice(0, index + 1))
  return prefixes.findLast(prefix => names.every(name => name.startsWith(prefix))) ?? ''
}
