import { type Edition, operationPath, type Schema, schemaPath } from '../contract/edition.ts'
import { href, twin } from '../site/address.ts'
import { fieldItems } from './value.ts'

/** The markdown twin of the page of a schema or an enum. */
export function schemaMarkdown(edition: Edition, schema: Schema): string {
  const link = (name: string, path: string) => `[${name}](${href(twin(path))})`
  const uses = [
    ...schema.uses.operations.map(id => link(id, operationPath(edition, id))),
    ...schema.uses.schemas.map(name => link(name, schemaPath(edition, name))),
  ]
  return [
    `# ${schema.name}`,
    schema.description,
    [`Type: ${schema.type}`, schema.unit, ...schema.limits].filter(Boolean).join('; '),
    ...(schema.enum
      ? [schema.enum.values.map(({ name, meaning }) => `- \`${name}\`: ${meaning}`).join('\n')]
      : []),
    ...(schema.fields.length > 0 ? [fieldItems(edition.contract, schema.fields).join('\n')] : []),
    `Used by: ${uses.join(', ')}`,
    '',
  ].join('\n\n')
}
