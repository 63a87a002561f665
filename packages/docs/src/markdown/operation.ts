import { type Edition, schemaPath } from '../contract/edition.ts'
import { filterRule, type Operation, type Parameter } from '../contract/operation.ts'
import { samplesOf } from '../contract/samples.ts'
import { describe } from '../contract/value.ts'
import { adviceOn } from '../guides/advice.ts'
import { shownServer, twin, url } from '../site/address.ts'
import { withWholeLinks } from './inline.ts'
import { type Detail, fieldItems, valueItem } from './value.ts'

/** The markdown twin of an operation's page. */
export function operationMarkdown(edition: Edition, operation: Operation, detail: Detail): string {
  const { contract, prefix } = edition
  const isList = operation.page !== undefined
  const parameters = (title: string, list: readonly Parameter[], words?: string | false) =>
    list.length === 0
      ? []
      : [
          `## ${title}`,
          ...(words ? [words] : []),
          list
            .flatMap(item =>
              valueItem(edition, operation.id, item.name, item, item.required ? 'required' : '', detail),
            )
            .join('\n'),
        ]
  const answer = describe(contract, { $ref: `#/components/schemas/${operation.answer}` })
  return [
    `# ${operation.summary}`,
    `\`GET ${operation.path}\` (operation \`${operation.id}\`)${operation.deprecation ? ` (${operation.deprecation})` : ''}`,
    operation.description,
    ...(prefix === '' ? adviceMarkdown(operation) : []),
    ...parameters('Path parameters', operation.pathParameters),
    ...parameters(
      'Query parameters',
      operation.queryParameters,
      isList &&
        detail === 'page' &&
        `${filterRule(operation)} [Paging, with pictures](${url('guides/paging.md')}).`,
    ),
    ...parameters('Request headers', operation.requestHeaders),
    '## Response',
    `${operation.answerDescription} [${operation.answer}](${url(twin(schemaPath(edition, operation.answer)))})`,
    // Whoever reads all schemas finds the fields there.
    ...(detail === 'page' ? [fieldItems(edition, operation.answer, answer.fields, detail).join('\n')] : []),
    ...(detail === 'page' ? operationDetails(edition, operation) : []),
    ...(prefix === ''
      ? samplesOf(operation, shownServer)
          .filter(({ label }) => label === 'curl' || (detail === 'page' && label === 'TypeScript'))
          .flatMap(({ label, language, code }) => [`## Sample: ${label}`, fenced(language, code)])
      : []),
    '',
  ].join('\n\n')
}

function adviceMarkdown(operation: Operation): string[] {
  const { facts, mistakes } = adviceOn(operation)
  return [
    facts.map(([heading, text]) => `- ${heading}: ${withWholeLinks(text)}`).join('\n'),
    'Usual mistakes:',
    mistakes.map(({ target, error }) => `- \`${target}\` gives "${error}"`).join('\n'),
  ]
}

/** Headers, errors and examples, which are much the same in all operations. */
function operationDetails(edition: Edition, operation: Operation): string[] {
  return [
    '### Headers',
    operation.headers.flatMap(header => valueItem(edition, '', header.name, header, '', 'page')).join('\n'),
    '## Other responses',
    ...operation.withoutBody.map(({ status, description }) => `${status}: ${description}`),
    `Every error carries an [ErrorBody](${url(twin(schemaPath(edition, 'ErrorBody')))}); [errors and retries](${url('guides/errors.md')}) says what to do about each.`,
    operation.errors
      .map(
        ({ status, summary, description, reason }) => `- ${status} ${summary} \`${reason}\`: ${description}`,
      )
      .join('\n'),
    '## Example responses',
    ...operation.examples.flatMap(({ target, summary, body }) => [
      `${summary}: \`GET ${target}\``,
      fenced('json', JSON.stringify(body, null, 2)),
    ]),
  ]
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
