import {
  addressOf,
  type Entry,
  isConditional,
  pairsOf,
  quoted,
  type Request,
  sent,
} from '../contract/request.ts'
import { goCode, javaCode, pythonCode } from './other-languages.ts'

/** A request as code. The same function writes the samples of a page and the request of its form. */
export interface Code {
  readonly label: 'curl' | 'TypeScript' | 'fetch' | 'Python' | 'Go' | 'Java'
  readonly language: 'ts' | 'sh' | 'python' | 'go' | 'java'
  readonly code: string
}

/** Writes a request in each language. */
export function codeOf(baseUrl: string, request: Request): Code[] {
  return [
    { label: 'curl', language: 'sh', code: curlCode(baseUrl, request) },
    { label: 'TypeScript', language: 'ts', code: clientCode(baseUrl, request) },
    { label: 'fetch', language: 'ts', code: fetchCode(baseUrl, request) },
    { label: 'Python', language: 'python', code: pythonCode(baseUrl, request) },
    { label: 'Go', language: 'go', code: goCode(baseUrl, request) },
    { label: 'Java', language: 'java', code: javaCode(baseUrl, request) },
  ]
}

function clientCode(baseUrl: string, request: Request): string {
  const { operationId, entries } = request
  const parameters = sent(entries)
    .filter(({ place }) => place !== 'header')
    .map(entry => `  ${keyOf(entry.name)}: ${literal(entry)},\n`)
  const headers = headersIn(request)
  const values = parameters.length > 0 ? `{\n${parameters.join('')}}` : headers && '{}'
  return `import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: ${quoted(baseUrl)} })

${clientResponse(request, `client.${operationId}(${values}${headers && `, ${headers}`})`)}`
}

/** A 304 has no data: the code asks before it reads. */
function clientResponse(request: Request, call: string): string {
  const { fields, page } = request
  if (!isConditional(request))
    return `const { ${fields.join(', ')} } = await ${call}\n${fields.map(field => print(field, field === page)).join('\n')}`
  const prints = fields.map(field => print(`data.${field}`, field === page))
  return `const data = await ${call}\n${unless('data === undefined', prints)}`
}

/** Lines for a response that has changed, and a word for one that has not. */
function unless(isSame: string, lines: readonly string[]): string {
  return `if (${isSame}) console.log('not modified')\nelse {\n${lines.map(line => `  ${line}`).join('\n')}\n}`
}

function fetchCode(baseUrl: string, request: Request): string {
  const address = quoted(addressOf(baseUrl, request))
  const headers = headersIn(request)
  const appends = pairsOf(request, 'query').map(
    ([name, value]) => `url.searchParams.append(${quoted(name)}, ${quoted(value)})\n`,
  )
  const lines = [
    'const body = await response.json()',
    'if (!response.ok) throw new Error(body.message)',
    ...request.fields.map(field => print(`body.${field}`, field === request.page)),
  ]
  return `const url = new URL(${address})
${appends.join('')}
const response = await fetch(url${headers && `, ${headers}`})
${isConditional(request) ? unless('response.status === 304', lines) : lines.join('\n')}`
}

/** Writes a curl command: one line for each parameter, so that a reader can change them. */
function curlCode(baseUrl: string, request: Request): string {
  const address = inShell(addressOf(baseUrl, request))
  const query = pairsOf(request, 'query').map(([name, value]) => option('data-urlencode', `${name}=${value}`))
  const headers = pairsOf(request, 'header').map(([name, value]) => option('header', `${name}: ${value}`))
  return `curl ${query.length > 0 ? '--get ' : ''}${address}${[...query, ...headers].join('')}`
}

function print(value: string, isPage: boolean): string {
  return isPage ? `for (const { node } of ${value}.edges) console.log(node)` : `console.log(${value})`
}

function option(name: string, value: string): string {
  return ` \\\n  --${name} ${inShell(value)}`
}

/** The headers of a request as an option of `fetch` and of the client; empty without any. */
function headersIn(request: Request): string {
  const headers = pairsOf(request, 'header').map(([name, value]) => `${keyOf(name)}: ${quoted(value)}`)
  return headers.length === 0 ? '' : `{ headers: { ${headers.join(', ')} } }`
}

function literal({ kind, isList, values }: Entry): string {
  const written = values.map(value => (kind === 'text' ? quoted(value) : value))
  return isList ? `[${written.join(', ')}]` : (written[0] ?? '')
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : quoted(name)
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
