import type { Schema } from '../../src/contract/document.ts'
import { bodySchema, operations } from '../../src/contract/operations.ts'
import { isObject, type Json } from '../../src/json.ts'
import type { Exchange } from '../../src/log/exchange.ts'

/** The kinds of parts of the contract that are counted. */
export const KINDS = [
  'operations',
  'parameters',
  'values of parameters',
  'statuses',
  'fields of 200',
  'fields of errors',
  'response headers',
  'values in responses',
] as const

export type Kind = (typeof KINDS)[number]

/** Parts of the contract by kind, such as `getOrder version`: those that there are, and those that the traffic had. */
export class Parts {
  readonly all = new Map(KINDS.map(kind => [kind, new Set<string>()]))
  readonly seen = new Map(KINDS.map(kind => [kind, new Set<string>()]))

  missing(kind: Kind): string[] {
    const seen = this.seen.get(kind)
    return [...(this.all.get(kind) ?? [])].filter(part => !seen?.has(part))
  }
}

/** Parts that redocly does not count: parameters of requests that got a 200, values, headers, and the refused methods. */
export function countableParts(): Parts {
  const parts = new Parts()
  const add = (kind: Kind, ...names: string[]) => parts.all.get(kind)?.add(names.join(' '))
  for (const operation of operations) {
    const { id, parameters, headers, responses } = operation
    for (const { name, kind, schema } of [...parameters, ...headers]) {
      add('parameters', id, name)
      for (const value of kind === 'boolean' ? ['true', 'false'] : (schema.enum ?? []))
        add('values of parameters', id, name, value)
    }
    for (const [status, { headers: declared = {} }] of Object.entries(responses))
      for (const name of Object.keys(declared)) add('response headers', id, status, name.toLowerCase())
    namesIn(bodySchema(operation), (path, name) => add('values in responses', id, path, name))
  }
  return parts
}

/** Notes the parts that an exchange shows. */
export function note({ method, url, sent, status, headers, body }: Exchange, parts: Parts): void {
  const { pathname, searchParams } = new URL(url)
  const operation = operations.find(({ path }) => patternOf(path).test(pathname))
  if (!operation) return
  const { id, parameters } = operation
  const add = (kind: Kind, ...names: string[]) => parts.seen.get(kind)?.add(names.join(' '))
  for (const name of headers.keys()) add('response headers', id, String(status), name)
  // Methods that the contract lacks are unknown to redocly.
  if (status === 405) add('statuses', id, '405')
  if (status !== 200 || method !== 'GET') return
  for (const { name } of parameters.filter(each => each.in === 'path')) add('parameters', id, name)
  for (const { name } of operation.headers) if (sent.has(name)) add('parameters', id, name)
  for (const [name, value] of searchParams) {
    add('parameters', id, name)
    add('values of parameters', id, name, value)
  }
  if (body !== undefined)
    valuesIn(bodySchema(operation), body, (path, value) => add('values in responses', id, path, value))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
}

type Tell = (path: string, value: string) => unknown

/** Tells every name of every enum in a schema. */
function namesIn(schema: Schema, tell: Tell, path = ''): void {
  for (const name of schema.enum ?? schema.names ?? []) tell(path, name)
  for (const [key, each] of Object.entries(schema.properties ?? {})) namesIn(each, tell, `${path}.${key}`)
  if (schema.items) namesIn(schema.items, tell, `${path}[]`)
}

/** Tells every value of an enum in a body. */
function valuesIn(schema: Schema, body: Json, tell: Tell, path = ''): void {
  if (typeof body === 'string') {
    if (schema.enum ?? schema.names) tell(path, body)
    return
  }
  if (Array.isArray(body)) {
    for (const each of body) valuesIn(schema.items ?? {}, each, tell, `${path}[]`)
    return
  }
  if (!isObject(body)) return
  for (const [key, each] of Object.entries(schema.properties ?? {}))
    if (body[key] !== undefined) valuesIn(each, body[key], tell, `${path}.${key}`)
}
