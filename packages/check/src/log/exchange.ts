import type { Operation } from '../contract/operations.ts'
import type { Json } from '../json.ts'

/** Parameters of a request by wire name, path parameters included; a list gives the parameter several times. */
export type Params = Readonly<Record<string, string | readonly string[]>>

/** What a request must get, whatever the records are. */
export interface Expectation {
  /** The reason, for the message. */
  readonly what: string
  readonly status: number
  /** Parameters that a 400 must name. */
  readonly names?: readonly string[]
}

/** A request as it was planned. */
export interface Request {
  readonly operation: Operation
  readonly params: Params
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the query as it is. */
  readonly query?: string
  /** Added to the path. */
  readonly pathSuffix?: string
  /** Writes the letters of names and values as percent codes. */
  readonly isEncoded?: boolean
  readonly expects?: Expectation
}

/** A request as it was sent, and its response as it was received. */
export interface Exchange {
  readonly request: Request
  readonly method: string
  readonly url: string
  /** Path and query, as sent. */
  readonly target: string
  /** The headers that were sent. */
  readonly sent: Headers
  /** 0 when there was no response. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly body: Json | undefined
  /** The time of the request, and how long the response took, in milliseconds. */
  readonly startedAt: number
  readonly milliseconds: number
}

/** Path and query of a request. */
export function targetOf({ operation, params, query = '', pathSuffix = '', isEncoded }: Request): string {
  const percentCode = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  const write = (text: string) => (isEncoded ? text.replaceAll(/\w/g, percentCode) : encodeURIComponent(text))
  let target = operation.path + pathSuffix
  const pairs: string[] = []
  for (const [name, given] of Object.entries(params)) {
    const inPath = operation.parameters.some(parameter => parameter.name === name && parameter.in === 'path')
    if (inPath) target = target.replace(`{${name}}`, write(String(given)))
    else for (const value of [given].flat()) pairs.push(`${write(name)}=${write(value)}`)
  }
  if (query !== '') pairs.push(query)
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`
}

/** The integer in a header; undefined when it has none. */
export function integerIn(headers: Headers, name: string): bigint | undefined {
  const text = headers.get(name) ?? ''
  return /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
}

/** The block of a response; undefined when it names none. */
export function heightOf({ headers }: Exchange): bigint | undefined {
  return integerIn(headers, 'x-block-height')
}

/** The block that a request demands; undefined without one, or with a malformed one. */
export function minimumOf({ sent }: Exchange): bigint | undefined {
  return integerIn(sent, 'x-min-block-height')
}

/** An exchange as a rule remembers it: thousands of pages would fill the memory. */
export function withoutBody(exchange: Exchange): Exchange {
  return { ...exchange, text: '', body: undefined }
}

/** A command that sends the request of an exchange again. */
export function curlOf({ method, url, sent }: Exchange): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const headers = [...sent].map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`)
  const verb = method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`
  return `curl -i${verb} ${quoted(url)}${headers.join('')}`
}

/** The items of a header that is a list, in lower case. */
export function listed(text: string | null): string[] {
  return (text ?? '').split(',').map(each => each.trim().toLowerCase())
}
