import type { Operation } from '../contract/operations.ts'
import type { Json } from '../json.ts'

/** Parameters of a request by wire name, path parameters included; a list gives the parameter several times. */
export type Params = Readonly<Record<string, string | readonly string[]>>

export interface Exchange {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly body: Json | undefined
}

/** Path and query of a request. `query` is added as it is, for what no encoder would write. */
export function targetOf({ path, parameters }: Operation, params: Params, query = ''): string {
  let target = path
  const pairs: string[] = []
  for (const [name, given] of Object.entries(params)) {
    const inPath = parameters.some(parameter => parameter.name === name && parameter.in === 'path')
    if (inPath) target = target.replace(`{${name}}`, encodeURIComponent(String(given)))
    else for (const value of [given].flat()) pairs.push(`${name}=${encodeURIComponent(value)}`)
  }
  if (query !== '') pairs.push(query)
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`
}
