import type { SchemaObject } from '../contract/document.ts'
import type { Edition } from '../contract/edition.ts'
import { partKey } from '../contract/since.ts'
import { describe, type Value } from '../contract/value.ts'

/** `page`: with all nested fields, like the page. `once`: a field with a schema of its own has only its name. */
export type Detail = 'page' | 'once'

/** A parameter or a field of an operation or schema as a list item, with its enum values and its own fields below. */
export function valueItem(
  edition: Edition,
  owner: string,
  name: string,
  value: Value,
  note: string,
  detail: Detail,
  depth = 0,
): string[] {
  const indent = '  '.repeat(depth)
  const type = value.schema === undefined ? value.type : `${value.type}, ${value.schema}`
  const facts = [
    note,
    sinceNote(edition, owner, name),
    value.deprecation,
    value.unit && `unit: ${value.unit}`,
    value.fallback !== undefined && `default: ${value.fallback}`,
    ...(detail === 'page' || value.schema === undefined ? value.limits : []),
  ].filter(Boolean)
  const tail = facts.length === 0 ? '' : ` (${facts.join('; ')})`
  const item = `${indent}- \`${name}\` *${type}*${tail}: ${value.description}`
  if (detail === 'once' && value.schema !== undefined) return [item]
  return [
    item,
    ...enumItems(edition, value).map(line => `${indent}  ${line}`),
    ...fieldItems(edition, value.schema ?? '', value.fields, detail, depth + 1),
  ]
}

/** The values of an enum as list items. */
export function enumItems(
  edition: Edition,
  { schema = '', enum: { values } = { values: [], marks: [] } }: Value,
) {
  return values.map(({ name, meaning, deprecation }) => {
    const notes = [sinceNote(edition, schema, name), deprecation].filter(Boolean).join('; ')
    return `- \`${name}\`${notes && ` (${notes})`}: ${meaning}`
  })
}

function sinceNote(edition: Edition, owner: string, name: string): string {
  const version = edition.since.get(partKey(owner, name))
  return version === undefined ? '' : `since ${version}`
}

/** The fields of an object as list items, those of objects in it below them. */
export function fieldItems(
  edition: Edition,
  owner: string,
  fields: readonly (readonly [name: string, schema: SchemaObject, required: boolean])[],
  detail: Detail,
  depth = 0,
): string[] {
  return fields.flatMap(([name, schema, required]) =>
    valueItem(
      edition,
      owner,
      name,
      describe(edition.contract, schema),
      required ? '' : 'optional',
      detail,
      depth,
    ),
  )
}
