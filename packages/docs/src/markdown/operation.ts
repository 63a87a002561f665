import type { Edition } from '../contract/edition.ts'
import type { Operation, Parameter } from '../contract/operation.ts'
import { samplesOf } from '../contract/samples.ts'
import { describe } from '../contract/value.ts'
import { shownServer } from '../site/address.ts'
import { fieldItems, valueItem } from './value.ts'

/** The markdown twin of an operation's page. */
export function operationMarkdown({ contract, prefix }: Edition, operation: Operation): string {
  const parameters = (title: string, list: readonly Parameter[]) =>
    list.length === 0
      ? []
      : [
          `## ${title}`,
          list
            .flatMap(item => valueItem(contract, item.name, item, item.required ? 'required' : ''))
            .join('\n'),
        ]
  const answer = describe(contract, { $ref: `#/components/schemas/${operation.answer}` })
  return [
    `# ${operation.summary}`,
    `\`GET ${operation.path}\` (operation \`${operation.id}\`)`,
    operation.description,
    ...parameters('Path parameters', operation.pathParameters),
    ...parameters('Filters', operation.filters),
    ...parameters('Paging', operation.paging),
    '## Response',
    `${operation.answerDescription} Schema: ${operation.answer}.`,
    fieldItems(contract, answer.fields).join('\n'),
    ...operation.headers.map(header => valueItem(contract, `${header.name} (header)`, header, '').join('\n')),
    '## Errors',
    operation.errors.map(({ status, summary }) => `- ${status}: ${summary}`).join('\n'),
    ...operation.errorDescriptions.map(([status, description]) => `${status}: ${description}`),
    ...(prefix === ''
      ? samplesOf(operation, shownServer).flatMap(({ label, language, code }) => [
          `## Sample: ${label}`,
          fenced(language, code),
        ])
      : []),
    ...operation.examples
      .slice(0, 1)
      .flatMap(({ target, summary, body }) => [
        '## Example response',
        `${summary}: \`GET ${target}\``,
        fenced('json', JSON.stringify(body, null, 2)),
      ]),
    '',
  ].join('\n\n')
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
