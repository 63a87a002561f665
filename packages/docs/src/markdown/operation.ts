import type { Edition } from '../contract/edition.ts'
import type { Link, Operation, Parameter } from '../contract/operation.ts'
import { samplesOf } from '../contract/samples.ts'
import { describe } from '../contract/value.ts'
import { shownServer } from '../site/address.ts'
import { type Detail, fieldItems, valueItem } from './value.ts'

/** The markdown twin of an operation's page. */
export function operationMarkdown(edition: Edition, operation: Operation, detail: Detail): string {
  const { contract, prefix } = edition
  const parameters = (title: string, list: readonly Parameter[]) =>
    list.length === 0
      ? []
      : [
          `## ${title}`,
          list
            .flatMap(item =>
              valueItem(edition, operation.id, item.name, item, item.required ? 'required' : '', detail),
            )
            .join('\n'),
        ]
  const answer = describe(contract, { $ref: `#/components/schemas/${operation.answer}` })
  return [
    `# ${operation.summary}`,
    `\`GET ${operation.path}\` (operation \`${operation.id}\`)`,
    operation.description,
    ...parameters('Path parameters', operation.pathParameters),
    ...parameters(operation.page === undefined ? 'Query parameters' : 'Filters', operation.filters),
    ...parameters('Paging', operation.paging),
    ...parameters('Request headers', operation.requestHeaders),
    '## Response',
    `${operation.answerDescription} Schema: ${operation.answer}.`,
    // Whoever reads all schemas finds the fields there.
    ...(detail === 'page' ? [fieldItems(edition, operation.answer, answer.fields, detail).join('\n')] : []),
    ...(detail === 'page' ? operationDetails(edition, operation) : []),
    ...(prefix === ''
      ? samplesOf(operation, shownServer)
          .filter(({ language }) => detail === 'page' || language === 'sh')
          .flatMap(({ label, language, code }) => [`## Sample: ${label}`, fenced(language, code)])
      : []),
    '',
  ].join('\n\n')
}

/** Headers, errors and examples, which are much the same in all operations. */
function operationDetails(edition: Edition, operation: Operation): string[] {
  return [
    '### Headers',
    operation.headers.flatMap(header => valueItem(edition, '', header.name, header, '', 'page')).join('\n'),
    ...(operation.links.length > 0 ? ['### Links', operation.links.map(linkItem).join('\n')] : []),
    '## Errors',
    operation.errors
      .map(({ status, summary, description }) => `- ${status} ${summary}: ${description}`)
      .join('\n'),
    '## Example responses',
    ...operation.examples.flatMap(({ target, summary, body }) => [
      `${summary}: \`GET ${target}\``,
      fenced('json', JSON.stringify(body, null, 2)),
    ]),
  ]
}

function linkItem({ name, operationId, description, parameters }: Link): string {
  const values = parameters.map(({ name, source, isSame }) =>
    isSame ? `the same \`${name}\`` : `\`${name}\` = \`${source}\``,
  )
  return `- \`${name}\`: ${operationId} with ${values.join(' and ')}. ${description}`
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
