import { conflicts } from '../model/expected.ts'
import { badValues } from '../values/bad.ts'
import { limitValues } from '../values/limits.ts'
import type { Check } from './check.ts'

/** A malformed value of any parameter, of any kind, is a 400 that names the parameter. */
export const badValuesRefused: Check = {
  name: 'bad values',
  operations: 'all',
  async run(inspection) {
    const { operation, required } = inspection
    const tries = operation.parameters.flatMap(parameter => [
      ...badValues(parameter).map(value => ({ parameter, value, query: '' })),
      ...(parameter.in === 'path' ? [] : [{ parameter, value: undefined, query: `${parameter.name}=%zz` }]),
    ])
    await inspection.each(tries, async ({ parameter: { name }, value, query }) => {
      const { [name]: _, ...others } = required
      const params = value === undefined ? others : { ...required, [name]: value }
      await inspection.expectRefusal(`${name}=${JSON.stringify(value ?? '%zz')}`, [name], params, { query })
    })
  },
}

/**
 * A parameter that the contract does not know is a 400 that names it, rather than a filter that does nothing. So is a
 * known one in another spelling.
 */
export const unknownParameter: Check = {
  name: 'unknown parameter',
  operations: 'all',
  async run(inspection) {
    const inSnakeCase = inspection.operation.parameters
      .map(({ name }) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
      .filter(name => name.includes('_'))
    await inspection.each(['noSuchParameter', 'pagination.frist', 'filter.nothing', ...inSnakeCase], name =>
      inspection.expectRefusal(name, [name], inspection.required, { query: `${name}=1` }),
    )
  },
}

/** A single value given twice is a 400 that names the parameter: neither value may win in silence. */
export const repeatedParameter: Check = {
  name: 'repeated parameter',
  operations: 'all',
  async run(inspection) {
    const { operation, required } = inspection
    const single = operation.parameters.filter(({ in: place, list }) => place === 'query' && !list)
    await inspection.each(single, async parameter => {
      const { name } = parameter
      const row = operation.page === undefined ? undefined : inspection.list.all.edges[0]
      const value = required[name] ?? limitValues(parameter)[0] ?? row?.cursor
      if (value === undefined) return inspection.notCovered(`${name}: no cursor was found`)
      const { [name]: _, ...others } = required
      const twice = [String(value), String(value)]
      await inspection.expectRefusal(`${name} given twice`, [name], { ...others, [name]: twice })
    })
  },
}

/** A required query parameter that is not given is a 400 that names it. */
export const missingParameter: Check = {
  name: 'missing parameter',
  operations: ['listNodeSignatures'],
  async run(inspection) {
    const { operation, required } = inspection
    const needed = operation.parameters.filter(parameter => parameter.required && parameter.in === 'query')
    await inspection.each(needed, async ({ name }) => {
      const { [name]: _, ...others } = required
      await inspection.expectRefusal(`without ${name}`, [name], others)
    })
  },
}

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export const conflictingParameters: Check = {
  name: 'conflicting parameters',
  operations: 'lists',
  async run(inspection) {
    const cursor = inspection.list.all.edges[0]?.cursor
    if (cursor === undefined) inspection.notCovered('no cursor was found')
    const value = (name: string) => (/first|last/.test(name) ? '1' : cursor)
    await inspection.each(conflicts, async ([one, other]) => {
      const [first, second] = [value(one), value(other)]
      if (first === undefined || second === undefined) return
      await inspection.compare({ ...inspection.required, [one]: first, [other]: second })
    })
  },
}

/** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
export const foreignCursor: Check = {
  name: 'foreign cursor',
  operations: 'lists',
  async run(inspection) {
    const others = [...inspection.cursors].filter(([operation]) => operation !== inspection.operation.id)
    if (others.length === 0) inspection.notCovered('no other list has a cursor')
    await inspection.each(others, async ([operation, cursor]) => {
      for (const name of ['pagination.after', 'pagination.before']) {
        const params = { ...inspection.required, [name]: cursor }
        await inspection.expectRefusal(`${name} with a cursor of ${operation}`, [name], params)
      }
    })
  },
}
