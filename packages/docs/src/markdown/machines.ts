import { current } from '../contract/editions.ts'
import { shownServer, url } from '../site/address.ts'

/** The lines that a program needs before all others, for the start of `llms.txt` and `llms-full.txt`. */
export function firstLines(): string {
  return [
    `# ${current.contract.info.title} ${current.version}`,
    '',
    `> ${current.operations.length} read-only GET operations over one trading network, in one OpenAPI 3.1 contract: \`${url('openapi.json')}\`, \`${url('openapi.yaml')}\`.`,
    '',
    `- Base URL: \`${shownServer}\`. Each path starts with \`/api/v2/\`.`,
    '- No API key and no login: send no credentials.',
    '- Paging: `pagination.first` (maximum 5000) and `pagination.after` with `pageInfo.endCursor`, while `pageInfo.hasNextPage` is true.',
    '- Numbers: 64-bit integers, amounts and nanosecond timestamps are strings of digits. Never parse them as floating-point numbers.',
    '- Errors: the body has `code`, `message` and `details`. 400 names the wrong parameter; retry 429 and 503 after `Retry-After` seconds.',
  ].join('\n')
}
