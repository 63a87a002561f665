import type { APIRoute } from 'astro'
import { current, operationPath } from '../contract/current.ts'
import { guides } from '../guides/guides.ts'
import { contractPages, listed, lists } from '../guides/made.ts'
import { isPlaced, shownServer, twin, url } from '../site/address.ts'

const item = (path: string, title: string, summary: string) => `- [${title}](${url(twin(path))}): ${summary}`

/** The lines that a program needs before all others. */
const first = [
  `- Base URL: \`${shownServer}\`. Each path starts with \`/api/v2/\`.`,
  '- No API key and no login: send no credentials.',
  `- Nine tools for an agent in about 5,000 tokens: \`${url('openapi-agents.json')}\`.`,
  '- Paging: `pagination.first` (maximum 5000) and `pagination.after` with `pageInfo.endCursor`, while `pageInfo.hasNextPage` is true.',
  '- Numbers: 64-bit integers, amounts and nanosecond timestamps are strings of digits. Never parse them as floating-point numbers.',
  '- Errors: the body has `code`, `message` and `details`. 400 names the wrong parameter; retry 429 and 503 after `Retry-After` seconds.',
]

const sections: readonly (readonly [title: string, items: readonly string[]])[] = [
  [
    'Operations',
    current.operations.map(({ id, summary, description, path }) =>
      item(operationPath(id), summary, `${description.split('. ')[0]}. \`GET ${path}\``),
    ),
  ],
  ...Object.values(listed)
    .flat()
    .map(([title, pages]) => [title, pages.map(([name, path, text]) => item(path, name, text))] as const),
  [
    'Types of the client',
    guides
      .filter(({ group }) => group === 'types')
      .map(({ id, title, description }) => item(`${id}/`, title, description)),
  ],
  [
    'Other pages',
    [
      item('', 'Overview', 'What the contract covers'),
      ...[...lists, ...contractPages].map(({ id, title, description }) => item(`${id}/`, title, description)),
    ],
  ],
]

export const GET: APIRoute = () =>
  new Response(
    [
      `# ${current.contract.info.title} ${current.version}`,
      `> ${current.operations.length} read-only GET operations over one trading network, in one OpenAPI 3.1 contract, which has all of the reference in one file: \`${url('openapi.yaml')}\`, \`${url('openapi.json')}\`.`,
      first.join('\n'),
      `Every page has its markdown at its address with \`.md\` instead of the last slash${isPlaced ? '' : ', and at the address itself for `Accept: text/markdown`'}.`,
      ...sections.flatMap(([title, items]) => [`## ${title}`, items.join('\n')]),
      '',
    ].join('\n\n'),
  )
