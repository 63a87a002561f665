import type { Json } from '../json.ts'
import { enumOf, follow, type Schema } from './document.ts'
import type { Operation } from './operations.ts'

/** A field of a response. */
export interface Field {
  /** Dotted path, with `[]` for the items of an array: `current.buys[].orderId`. */
  readonly path: string
  /** Its schema, with references followed. */
  readonly schema: Schema
  /** Name of its schema: `PartyId`. */
  readonly schemaName?: string
  readonly required: boolean
}

/** All fields of an object's schema, those of inner objects included. */
export function fieldsOf(declared: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], items } = follow(declared).value
  if (items) return fieldsOf(items, prefix)
  return Object.entries(properties).flatMap(([key, property]) => {
    const { value: schema, name } = follow(property)
    const path = `${prefix}${key}`
    const field = { path, schema, required: required.includes(key), ...(name && { schemaName: name }) }
    return [field, ...fieldsOf(schema, `${path}${schema.items ? '[]' : ''}.`)]
  })
}

/** The schema of a 200 response. */
export function bodySchema({ responses }: Operation): Schema {
  return responses['200']?.content?.['application/json']?.schema ?? {}
}

/** The schema of one record: of a row's node, or of the one field of a response without pages. */
export function recordSchema(operation: Operation): Schema {
  const property = (schema: Schema, name: string) => follow(schema).value.properties?.[name] ?? {}
  const body = bodySchema(operation)
  if (operation.page === undefined) return property(body, recordField(operation))
  return property(follow(property(property(body, operation.page), 'edges')).value.items ?? {}, 'node')
}

/** The field of a response without pages that has the record. */
export function recordField(operation: Operation): string {
  return Object.keys(follow(bodySchema(operation)).value.properties ?? {})[0] ?? ''
}

/** Calls `see` for each field of a value, as far as the contract knows the field. */
function eachField(
  declared: Schema,
  value: Json | undefined,
  see: (field: Omit<Field, 'required'>, value: Json) => void,
  prefix = '',
): void {
  const { properties = {}, items } = follow(declared).value
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) eachField(items ?? {}, item, see, prefix)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const property = properties[key]
      if (property === undefined || inner === undefined) continue
      const { value: schema, name } = follow(property)
      const path = `${prefix}${key}`
      see({ path, schema, ...(name && { schemaName: name }) }, inner)
      eachField(schema, inner, see, `${path}${Array.isArray(inner) ? '[]' : ''}.`)
    }
  }
}

/**
 * What a record shows: its fields, and which of the values that mean something of their own (names of an enum, true and
 * false, empty, zero) they have.
 */
export function featuresOf(operation: Operation, record: Json): string[] {
  const features: string[] = []
  eachField(recordSchema(operation), record, ({ path, schema }, value) => {
    const special =
      typeof value === 'boolean' ||
      value === '' ||
      value === '0' ||
      (Array.isArray(value) && value.length === 0) ||
      enumOf(schema) !== undefined
    features.push(special ? `${path}=${String(value)}` : path)
  })
  return features
}
