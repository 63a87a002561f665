import type { Inspection } from '../inspection.ts'
import { conflicts } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import { spellingsOf } from '../values/spellings.ts'
import type { Refusal } from './check.ts'

/** A malformed value of any parameter, of any kind, is a 400 that names the parameter. */
export function badValues({ operation, required }: Inspection): Refusal[] {
  return operation.parameters.flatMap(parameter => {
    const { name } = parameter
    const others = without(required, name)
    const bad = spellingsOf(parameter).refused.map(value => ({
      what: `${name}=${JSON.stringify(value)}`,
      names: [name],
      params: { ...required, [name]: value },
    }))
    const undecodable = { what: `${name}=%zz`, names: [name], params: others, query: `${name}=%zz` }
    return parameter.in === 'path' ? bad : [...bad, undecodable]
  })
}

/**
 * A parameter that the contract does not know is a 400 that names it, rather than a filter that does nothing. So is a
 * known one in another spelling.
 */
export function unknownParameters({ operation, required }: Inspection): Refusal[] {
  const inSnakeCase = operation.parameters
    .map(({ name }) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    .filter(name => name.includes('_'))
  return ['noSuchParameter', 'pagination.frist', 'filter.nothing', ...inSnakeCase].map(name => ({
    what: name,
    names: [name],
    params: required,
    query: `${name}=1`,
  }))
}

/** A single value given twice is a 400 that names the parameter: neither value may win in silence. */
export function repeatedParameters(inspection: Inspection): Refusal[] {
  const { operation, required } = inspection
  const single = operation.parameters.filter(({ in: place, list }) => place === 'query' && !list)
  return single.flatMap(parameter => {
    const { name } = parameter
    const row = operation.page === undefined ? undefined : inspection.list.all.edges[0]
    const value = required[name] ?? spellingsOf(parameter).allowed[0] ?? row?.cursor
    if (value === undefined) {
      inspection.notCovered(`${name}: no cursor was found`)
      return []
    }
    const twice = [String(value), String(value)]
    return [{ what: `${name} given twice`, names: [name], params: { ...required, [name]: twice } }]
  })
}

/** A required query parameter that is not given is a 400 that names it. */
export function missingParameters({ operation, required }: Inspection): Refusal[] {
  return operation.parameters
    .filter(parameter => parameter.required && parameter.in === 'query')
    .map(({ name }) => ({ what: `without ${name}`, names: [name], params: without(required, name) }))
}

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export function conflictingParameters(inspection: Inspection): Params[] {
  const cursor = inspection.list.all.edges[0]?.cursor
  if (cursor === undefined) inspection.notCovered('no cursor was found')
  const given = (name: string) => ({ [name]: /first|last/.test(name) ? '1' : (cursor ?? '') })
  return conflicts
    .filter(pair => cursor !== undefined || pair.every(name => /first|last/.test(name)))
    .map(([first, second]) => ({ ...inspection.required, ...given(first), ...given(second) }))
}

/** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
export function foreignCursors(inspection: Inspection): Refusal[] {
  const { operation, required, found } = inspection
  const others = [...found.cursors].filter(([id]) => id !== operation.id)
  if (others.length === 0) inspection.notCovered('no other list has a cursor')
  return others.flatMap(([id, cursor]) =>
    ['pagination.after', 'pagination.before'].map(name => ({
      what: `${name} with a cursor of ${id}`,
      names: [name],
      params: { ...required, [name]: cursor },
    })),
  )
}

function without({ ...params }: Record<string, Params[string]>, name: string): Params {
  delete params[name]
  return params
}
