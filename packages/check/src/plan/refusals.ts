import type { Params } from '../log/exchange.ts'
import type { Inspection, Planned } from './inspection.ts'
import { NOBODY, spellingsOf } from './spellings.ts'

/** A request whose 400 must name these parameters. */
function refused(what: string, names: readonly string[], params: Params, query = ''): Planned {
  return { params, query, expects: { what, status: 400, names } }
}

/** A malformed value of any parameter, of any kind, is a 400 that names the parameter. */
export function* badValues({ operation, required }: Inspection): Generator<Planned> {
  for (const parameter of operation.parameters) {
    const { name } = parameter
    for (const value of spellingsOf(parameter).refused)
      yield refused(`${name}=${JSON.stringify(value)}`, [name], { ...required, [name]: value })
    if (parameter.in !== 'path') yield refused(`${name}=%zz`, [name], without(required, name), `${name}=%zz`)
  }
  const wrong = operation.parameters.flatMap(parameter => {
    // A service may read cursors once all else is right.
    const isLater = parameter.in === 'path' || parameter.schema.named === 'Cursor'
    const [, value] = isLater ? [] : spellingsOf(parameter).refused
    return value === undefined ? [] : [[parameter.name, value] as const]
  })
  const names = wrong.map(([name]) => name)
  if (names.length > 1)
    yield refused('all parameters malformed', names, { ...required, ...Object.fromEntries(wrong) })
}

/**
 * A parameter that the contract does not know is a 400 that names it, rather than a filter that does nothing. So is a
 * known one in another spelling.
 */
export function* unknownParameters({ operation, required }: Inspection): Generator<Planned> {
  const known = operation.parameters.map(({ name }) => name)
  const spelled = known.flatMap(name => [
    name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    name.toLowerCase(),
    name.replaceAll(/(?<=^|\.)[a-z]/g, letter => letter.toUpperCase()),
    `${name}[]`,
  ])
  const names = new Set(['noSuchParameter', 'pagination.frist', 'filter.nothing', ...spelled])
  for (const name of [...names].filter(each => !known.includes(each)))
    yield refused(name, [name], required, `${name}=1`)
  const two = ['noSuchParameter', 'another']
  yield refused('several unknown ones', two, required, 'noSuchParameter=1&another=1')
  const beside = operation.parameters.find(each => !each.required && each.kind !== 'text')
  if (!beside) return
  const params = { ...required, [beside.name]: spellingsOf(beside).allowed[0] ?? '' }
  yield refused('beside a known one', ['noSuchParameter'], params, 'noSuchParameter=1')
}

/** A single value given twice is a 400 that names the parameter: neither value may win in silence. */
export function* repeatedParameters(inspection: Inspection): Generator<Planned> {
  const { operation, required, list } = inspection
  for (const parameter of operation.parameters) {
    const { name } = parameter
    if (parameter.in === 'path' || parameter.list) continue
    const value = required[name] ?? spellingsOf(parameter).allowed[0] ?? list.all.edges[0]?.cursor
    if (value === undefined) inspection.notCovered(`${name}: no cursor was found`)
    else yield refused(`${name} given twice`, [name], { ...required, [name]: [String(value), String(value)] })
  }
}

/** A required query parameter that is not given is a 400 that names it. */
export function* missingParameters({ operation, required }: Inspection): Generator<Planned> {
  for (const { name, required: isRequired, in: place } of operation.parameters)
    if (isRequired && place === 'query') yield refused(`without ${name}`, [name], without(required, name))
}

/** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
export function* foreignCursors(inspection: Inspection): Generator<Planned> {
  const { operation, required, run } = inspection
  const others = [...run.store.cursors].filter(([id]) => id !== operation.id)
  if (others.length === 0) inspection.notCovered('no other list has a cursor')
  for (const [id, cursor] of others)
    for (const name of ['pagination.after', 'pagination.before'])
      yield refused(`${name} with a cursor of ${id}`, [name], { ...required, [name]: cursor })
}

/** A well-formed id without a record gets an empty page, or a 404 for a single record. */
export function* unknownIds({ operation, required }: Inspection): Generator<Planned> {
  const expects = { what: 'an unknown id', status: operation.page === undefined ? 404 : 200 }
  for (const name of Object.keys(required)) yield { params: { [name]: NOBODY }, expects }
}

/** A path beyond the operation's is a 404. */
export function* unknownPath(): Generator<Planned> {
  const expects = { what: 'a path beyond that of the operation', status: 404 }
  for (const pathSuffix of ['/no-such-path', '/']) yield { pathSuffix, expects }
}

/** Any other method than GET is a 405. */
export function* otherMethods(): Generator<Planned> {
  for (const method of ['POST', 'PUT', 'DELETE']) yield { method, expects: { what: method, status: 405 } }
}

/** Ids that may be given, although no record has them. */
const WELL_FORMED = [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f']
/** Ids with a wrong digit, length or letter. */
const MISTYPED = [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c']

/** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
export function* mistypedIds({ operation, required, run }: Inspection): Generator<Planned> {
  const carried = run.store.of('AssetId', 'ResourceId')
  const names = carried.filter(id => !/^([0-9a-f]{2})+$/i.test(id))
  for (const { name, schema } of operation.parameters) {
    const wellKnown = schema['x-tn-well-known']
    if (!wellKnown) continue
    const wrong = [...MISTYPED, ...wellKnown.map(swappedCase)].filter(id => !carried.includes(id))
    for (const id of wrong) yield refused(`${name}=${id}`, [name], { ...required, [name]: id })
    for (const id of new Set([...WELL_FORMED, ...wellKnown, ...names]))
      yield { params: { ...required, [name]: id }, expects: { what: `${name}=${id}`, status: 200 } }
  }
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
