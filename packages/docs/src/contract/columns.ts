import { fieldAt, type Value } from './value.ts'

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

/** The columns for fields of a record. */
export function columnsOf(record: Value, paths: readonly string[]): Column[] {
  return paths.map(path => {
    const field = fieldAt(record, path)
    if (!field) throw new Error(`a record has no field ${path}`)
    const { type, unit = '', enum: names } = field
    if (names) return { path, kind: 'enum', prefix: prefixOf(names.values.map(({ name }) => name)) }
    if (unit === 'Unix nanoseconds') return { path, kind: 'time', rule: 'local time' }
    const isNumber = unit !== '' || /int|amount|decimal/.test(type)
    const rule = unit.replace(/^scaled by the |:.*|, the .*/g, '')
    return { path, kind: isNumber ? 'number' : 'text', ...(rule !== '' && { rule }) }
  })
}

export function prefixOf([first = '', ...others]: readonly string[]): string {
  const prefixes = [...first.matchAll(/_/g)].map(({ index }) => first.slice(0, index + 1))
  return prefixes.findLast(prefix => others.every(name => name.startsWith(prefix))) ?? ''
}
