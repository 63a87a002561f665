import { compare } from '../src/compare.ts'
import { contractOf } from '../src/load/files.ts'
import type { Json, JsonObject } from '../src/load/json.ts'
import type { Report } from '../src/report.ts'
import { type Class, type Verdict, worse } from '../src/rules/rule.ts'

/** A contract of one operation in which the schema is a field of the response, of the body, or a parameter. */
export function contract(
  place: Place,
  schema: Json,
  version = '3.1.0',
  components: JsonObject = {},
): JsonObject {
  const content = (schema: Json) => ({ 'application/json': { schema } })
  const value: JsonObject = { type: 'object', properties: { value: schema } }
  const operation: JsonObject = {
    operationId: 'listThings',
    responses: {
      '200': { description: 'Things.', ...(place === 'response' ? { content: content(value) } : {}) },
    },
    ...(place === 'body' ? { requestBody: { content: content(value) } } : {}),
    ...(place === 'parameter' ? { parameters: [{ name: 'value', in: 'query', schema }] } : {}),
  }
  return {
    openapi: version,
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things': { post: operation } },
    ...(Object.keys(components).length > 0 ? { components } : {}),
  }
}

export type Place = 'parameter' | 'body' | 'response'

/** Compares two contents. Both are copied, so that a value used twice is not the same object. */
export function diff(base: Json, revision: Json): Report {
  return compare(
    contractOf(structuredClone(base), 'base.json'),
    contractOf(structuredClone(revision), 'revision.json'),
  )
}

/** The worst verdict on each surface. */
export function worst({ changes }: Report): Verdict {
  const of = (surface: 'wire' | 'types') =>
    changes.reduce<Verdict['wire']>((all, { impact }) => worse(all, impact[surface]), null)
  return { wire: of('wire'), types: of('types') }
}

const letters: Record<string, Class | null> = {
  B: 'breaking',
  W: 'may-break',
  N: 'non-breaking',
  D: 'documentation',
  '-': null,
}

/** Reads a verdict of two letters, wire then types: `B-`, `WN`. */
export function verdict([wire = '-', types = '-']: string): Verdict {
  return { wire: letters[wire] ?? null, types: letters[types] ?? null }
}
