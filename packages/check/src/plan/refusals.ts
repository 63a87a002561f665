import type { Operation } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import type { Inspection, Planned } from './inspection.ts'
import { NOBODY, spellingsOf } from './spellings.ts'

/** A request whose 400 must name these parameters. */
function refused(what: string, names: readonly string[], params: Params, query?: string): Planned {
  return { params, ...(query !== undefined && { query }), expects: { what, status: 400, names } }
}

/** A malformed value of any parameter, of any kind, is a 400 that names the parameter. */
export function badValues({ operation, required }: Inspection): Planned[] {
  return operation.parameters.flatMap(parameter => {
    const { name } = parameter
    const bad = spellingsOf(parameter).refused.map(value =>
      refused(`${name}=${JSON.stringify(value)}`, [name], { ...required, [name]: value }),
    )
    const undecodable = refused(`${name}=%zz`, [name], without(required, name), `${name}=%zz`)
    return parameter.in === 'path' ? bad : [...bad, undecodable]
  })
}

/**
 * A parameter that the contract does not know is a 400 that names it, rather than a filter that does nothing. So is a
 * known one in another spelling.
 */
export function unknownParameters({ operation, required }: Inspection): Planned[] {
  const spelled = operation.parameters.flatMap(({ name }) => [
    name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    name.toLowerCase(),
  ])
  const known = operation.parameters.map(({ name }) => name)
  const names = ['noSuchParameter', 'pagination.frist', 'filter.nothing', ...spelled]
  const unknown = [...new Set(names)].filter(name => !known.includes(name))
  return [
    ...unknown.map(name => refused(name, [name], required, `${name}=1`)),
    refused('several unknown ones', ['noSuchParameter', 'another'], required, 'noSuchParameter=1&another=1'),
    ...besideKnown(operation).map(params =>
      refused('beside a known one', ['noSuchParameter'], { ...required, ...params }, 'noSuchParameter=1'),
    ),
  ]
}

/** A known parameter with a value that is allowed, if the operation has one. */
function besideKnown({ parameters }: Operation): Params[] {
  const known = parameters.find(({ required, kind }) => !required && kind !== 'text')
  const value = known && spellingsOf(known).allowed[0]
  return known && value !== undefined ? [{ [known.name]: value }] : []
}

/** A single value given twice is a 400 that names the parameter: neither value may win in silence. */
export function repeatedParameters(inspection: Inspection): Planned[] {
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
    return [refused(`${name} given twice`, [name], { ...required, [name]: twice })]
  })
}

/** A required query parameter that is not given is a 400 that names it. */
export function missingParameters({ operation, required }: Inspection): Planned[] {
  return operation.parameters
    .filter(parameter => parameter.required && parameter.in === 'query')
    .map(({ name }) => refused(`without ${name}`, [name], without(required, name)))
}

/** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
export function foreignCursors(inspection: Inspection): Planned[] {
  const { operation, required, run } = inspection
  const others = [...run.store.cursors].filter(([id]) => id !== operation.id)
  if (others.length === 0) inspection.notCovered('no other list has a cursor')
  return others.flatMap(([id, cursor]) =>
    ['pagination.after', 'pagination.before'].map(name =>
      refused(`${name} with a cursor of ${id}`, [name], { ...required, [name]: cursor }),
    ),
  )
}

/** A well-formed id without a record gets an empty page, or a 404 for a single record. */
export function unknownIds({ operation, required }: Inspection): Planned[] {
  const expects = { what: 'an unknown id', status: operation.page === undefined ? 404 : 200 }
  const needed = operation.parameters.filter(parameter => parameter.required)
  return needed.map(({ name }) => ({ params: { ...required, [name]: NOBODY }, expects }))
}

/** A path beyond the operation's is a 404. */
export function unknownPath(): Planned[] {
  const expects = { what: 'a path beyond that of the operation', status: 404 }
  return [{ pathSuffix: '/no-such-path', expects }]
}

/** Any other method than GET is a 405. */
export function otherMethods(): Planned[] {
  return ['POST', 'PUT', 'DELETE'].map(method => ({ method, expects: { what: method, status: 405 } }))
}

/** Ids that may be given, although no record has them. */
const WELL_FORMED = [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f']
/** Ids with a wrong digit, length or letter. */
const MISTYPED = [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c']

/** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
export function mistypedIds({ operation, required, run }: Inspection): Planned[] {
  const carried = run.store.of('AssetId', 'ResourceId')
  const names = carried.filter(id => !/^([0-9a-f]{2})+$/i.test(id))
  return operation.parameters.flatMap(({ name, wellKnown }) => {
    if (!wellKnown) return []
    const wrong = [...MISTYPED, ...wellKnown.map(swappedCase)].filter(id => !carried.includes(id))
    const right = new Set([...WELL_FORMED, ...wellKnown, ...names])
    return [
      ...wrong.map(id => refused(`${name}=${id}`, [name], { ...required, [name]: id })),
      ...[...right].map(id => ({
        params: { ...required, [name]: id },
        expects: { what: `${name}=${id}`, status: 200 },
      })),
    ]
  })
}

/** A malformed block height is a 400 that names the header. */
export function malformedHeights(): Planned[] {
  const name = 'X-Min-Block-Height'
  return ['abc', '-1', '1.5', '1e3', '9'.repeat(20)].map(value => ({
    headers: { [name]: value },
    expects: { what: `${name}: ${value}`, status: 400, names: [name] },
  }))
}

function without({ ...params }: Record<string, Params[string]>, name: string): Params {
  delete params[name]
  return params
}

function swappedCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
