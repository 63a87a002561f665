import type { Operation, Parameter } from './operation.ts'
import type { Entry, Request } from './request.ts'

/** The request of an operation's first example. */
export function exampleRequest({ id, path, answer, page, parameters, responses }: Operation): Request {
  const fields = answer.fields.map(([name]) => name)
  const values = responses[0]?.examples[0]?.values ?? {}
  const entries = parameters.map(
    (parameter): Entry => ({
      name: parameter.name,
      place: parameter.place,
      kind: kindOf(parameter),
      isList: parameter.isArray,
      values: values[parameter.name] ?? [],
    }),
  )
  return { operationId: id, path, fields, page, entries }
}

/** How TypeScript writes a value: a 64-bit integer is a string. */
function kindOf({ type }: Parameter): Entry['kind'] {
  if (type === 'boolean') return 'boolean'
  return /^(list of )?(u?int\d*|integer|number|double|float)$/.test(type) ? 'number' : 'text'
}
