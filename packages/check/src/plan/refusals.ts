import type { Params } from '../log/exchange.ts'
import type { Planned, Requests } from './inspection.ts'
import { NOBODY, spellingsOf } from './spellings.ts'

const UNKNOWN = ['noSuchParameter', 'pagination.frist', 'filter.nothing']

/** Other spellings of a known name. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  name => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
  name => name.toLowerCase(),
  name => name.replaceAll(/(?<=^|\.)[a-z]/g, letter => letter.toUpperCase()),
  name => `${name}[]`,
]

/** Ids that may be given, although no record has them. */
const WELL_FORMED = [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f']
/** Ids with a wrong digit, length or letter. */
const MISTYPED = [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c']

/** A request that must get a status. */
const gets = (status: number, what: string, planned: Planned = {}): Planned => ({
  ...planned,
  expects: { what, status },
})

/** A request whose 400 must name these parameters. */
const refused = (what: string, names: readonly string[], params: Params, query = ''): Planned => ({
  ...{ params, query },
  expects: { what, status: 400, names },
})

/** Requests that must be refused, or must find nothing. */
export const refusals: Requests<Planned> = {
  /** An empty page, or a 404 for a single record. */
  *'unknown id'({ operation, required }) {
    const status = operation.page === undefined ? 404 : 200
    for (const name of Object.keys(required))
      yield gets(status, 'an unknown id', { params: { [name]: NOBODY } })
  },

  *'bad values'({ operation, required }) {
    const together: Record<string, string> = {}
    for (const parameter of operation.parameters) {
      const { name, schema } = parameter
      const { allowed, refused: values } = spellingsOf(parameter)
      for (const value of values)
        yield refused(`${name}=${JSON.stringify(value)}`, [name], { ...required, [name]: value })
      if (parameter.in === 'path') continue
      for (const value of values.includes('') ? ['=%zz', ''] : ['=%zz'])
        yield refused(name + value, [name], without(required, name), name + value)
      // A proxy may refuse a URL with so many ids.
      const [short = ''] = allowed.toSorted((one, other) => one.length - other.length)
      const tooMany = { ...required, [name]: Array<string>(parameter.list + 1).fill(short) }
      if (parameter.list && short.length < 64) yield refused(`too many of ${name}`, [name], tooMany)
      // A service may read cursors once all else is right.
      if (values[1] !== undefined && schema.named !== 'Cursor') together[name] = values[1]
    }
    const names = Object.keys(together)
    if (names.length > 1) yield refused('several malformed ones', names, { ...required, ...together })
  },

  /** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
  *'mistyped ids'({ operation, required, run }) {
    const carried = run.store.of('AssetId', 'ResourceId')
    const names = carried.filter(id => !/^([0-9a-f]{2})+$/i.test(id))
    for (const { name, schema } of operation.parameters) {
      const wellKnown = schema['x-tn-well-known']
      if (!wellKnown) continue
      const inOtherCase = wellKnown.flatMap(id => [id.toLowerCase(), id.toUpperCase()])
      const right = [...carried, ...wellKnown]
      const wrong = [...MISTYPED, ...inOtherCase].filter(id => !right.includes(id))
      for (const id of wrong) yield refused(`${name}=${id}`, [name], { ...required, [name]: id })
      for (const id of new Set([...WELL_FORMED, ...wellKnown, ...names]))
        yield gets(200, `${name}=${id}`, { params: { ...required, [name]: id } })
    }
  },

  *'unknown parameter'({ operation, required }) {
    const known = operation.parameters.map(({ name }) => name)
    const spelled = known.flatMap(name => SPELLINGS.map(spelling => spelling(name)))
    for (const name of new Set([...UNKNOWN, ...spelled]))
      if (!known.includes(name)) yield refused(name, [name], required, `${name}=1`)
    yield refused('several unknown ones', ['first', 'second'], required, 'first=1&second=1')
    const beside = operation.parameters.find(each => !each.required && each.kind !== 'text')
    if (!beside) return
    const params = { ...required, [beside.name]: spellingsOf(beside).allowed[0] ?? '' }
    yield refused('beside a known one', ['noSuchParameter'], params, 'noSuchParameter=1')
  },

  /** Neither of two values may win in silence. */
  *'repeated parameter'({ operation, required, edges, notCovered }) {
    for (const parameter of operation.parameters) {
      const { name } = parameter
      if (parameter.in === 'path' || parameter.list) continue
      // The last value of a boolean is `false`, which needs no other parameter.
      const value = required[name] ?? spellingsOf(parameter).allowed.at(-1) ?? edges[0]?.cursor
      if (value === undefined) notCovered(`${name}: no cursor was found`)
      else yield refused(`${name} given twice`, [name], { ...required, [name]: [value, value].flat() })
    }
  },

  *'missing parameter'({ operation, required }) {
    for (const { name, required: isRequired, in: place } of operation.parameters)
      if (isRequired && place === 'query') yield refused(`without ${name}`, [name], without(required, name))
  },

  /** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
  *'foreign cursor'({ operation, required, run, notCovered }) {
    if (operation.page === undefined) return
    const others = [...run.store.cursors].filter(([id]) => id !== operation.id)
    if (others.length === 0) notCovered('no other list has a cursor')
    for (const [id, cursor] of others)
      for (const name of ['pagination.after', 'pagination.before'])
        yield refused(`${name} with a cursor of ${id}`, [name], { ...required, [name]: cursor })
  },

  *'wrong method'() {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) yield gets(405, method, { method })
  },

  *'unknown path'() {
    for (const pathSuffix of ['/no-such-path', '/'])
      yield gets(404, 'a path beyond that of the operation', { pathSuffix })
  },
}

function without({ ...params }: Record<string, Params[string]>, name: string): Params {
  delete params[name]
  return params
}
