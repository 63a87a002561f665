import { type Edition, operationPath, type Schema, schemaPath } from '../contract/edition.ts'
import { twin, url } from '../site/address.ts'
import { type Detail, enumItems, fieldItems } from './value.ts'

/** A schema or an enum in markdown. */
export function schemaMarkdown(edition: Edition, schema: Schema, detail: Detail): string {
  const { operations, schemas } = schema.uses
  const titleOf = (id: string) => edition.operations.find(operation => operation.id === id)?.summary ?? id
  const uses = [
    ...operations.map(id => link(titleOf(id), operationPath(edition, id))),
    ...schemas.map(name => link(name, schemaPath(edition, name))),
  ]
  return [
    `# ${schema.name}`,
    schema.description,
    [`Type: ${schema.type}`, schema.deprecation, schema.unit && `Unit: ${schema.unit}`, ...schema.limits]
      .filter(Boolean)
      .join('; '),
    ...(schema.enum
      ? [
          '## Values',
          ...(schema.uses.schemas.length > 0
            ? [
                `Responses may contain values that are not listed here; [enums that grow](${url('guides/enums.md')}) says how to be ready.`,
              ]
            : []),
          enumItems(edition, { ...schema, schema: schema.name }).join('\n'),
        ]
      : []),
    ...(schema.fields.length > 0
      ? ['## Fields', fieldItems(edition, schema.name, schema.fields, detail).join('\n')]
      : []),
    ...(detail === 'page' ? ['## Used by', uses.map(use => `- ${use}`).join('\n')] : []),
    '',
  ].join('\n\n')
}

function link(name: string, path: string): string {
  return `[${name}](${url(twin(path))})`
}
