import { follow, plainName, type Schema } from './document.ts'
import type { Operation } from './operations.ts'

export interface Field {
  /** Dotted path, with `[]` for the items of an array: `current.buys[].orderId`. */
  readonly path: string
  /** Its schema, with references followed. */
  readonly schema: Schema
  /** Name of its schema, see {@link plainName}: `PartyId`. */
  readonly schemaName?: string
}

/** All fields of an object's schema, those of inner objects included. */
export function fieldsOf(declared: Schema, prefix = ''): Field[] {
  const { properties = {}, items } = follow(declared).value
  if (items) return fieldsOf(items, prefix)
  return Object.entries(properties).flatMap(([key, property]) => {
    const { value: schema, name: own } = follow(property)
    const name = plainName(own ?? schema.anyOf?.map(option => follow(option).name).find(Boolean))
    const path = `${prefix}${key}`
    const field = { path, schema, ...(name && { schemaName: name }) }
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
