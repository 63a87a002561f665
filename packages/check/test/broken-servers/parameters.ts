import type { Operation, Parameter } from '../../src/contract/operations.ts'
import type { Json } from '../../src/json.ts'
import { filterParameters } from '../../src/meaning/derived.ts'
import { conflicts } from '../../src/model/expected.ts'
import { pageOf } from '../../src/search/page.ts'
import type { Reply } from '../network.ts'
import { asks, type BrokenServer, type Get, rewriteBody } from './server.ts'

type ChangeUrl = (url: URL) => void

/** For every parameter, servers that get it wrong, alone and beside others. */
export function brokenParameters(operation: Operation): BrokenServer[] {
  const query = operation.parameters.filter(parameter => parameter.in === 'query')
  const optional = query.filter(({ required }) => !required).map(({ name }) => name)
  return [
    ...optional.flatMap(name => ignoring(operation, name, optional)),
    ...query.flatMap(parameter => misreading(operation, parameter)),
    ...operation.parameters.flatMap(parameter => lenient(operation, parameter)),
  ]
}

/** The filters of a list; none for another operation. */
function filtersOf(operation: Operation): string[] {
  return operation.page === undefined ? [] : filterParameters(operation).map(({ name }) => name)
}

/** Servers that ignore a parameter: always, beside one other, beside two other filters. */
function ignoring(operation: Operation, name: string, all: readonly string[]): BrokenServer[] {
  const allowed = all.filter(
    other => other !== name && !conflicts.some(pair => pair.every(one => one === name || one === other)),
  )
  const filters = filtersOf(operation)
  const others = allowed.filter(other => filters.includes(other))
  const pairs = others.flatMap((one, index) => others.slice(index + 1).map(other => [one, other]))
  const sets = [[], ...allowed.map(other => [other]), ...(filters.includes(name) ? pairs : [])]
  return sets.map(beside =>
    asks(
      operation.id,
      ['ignores', name, ...(beside.length > 0 ? ['beside', beside.join(' and ')] : [])].join(' '),
      url => {
        if (beside.every(other => url.searchParams.has(other))) url.searchParams.delete(name)
      },
    ),
  )
}

/** Servers that read the values of a parameter wrong. */
function misreading(operation: Operation, parameter: Parameter): BrokenServer[] {
  const { name, kind, list, default: byDefault } = parameter
  const server = (what: string, change: ChangeUrl) => asks(operation.id, `${what} ${name}`, change)
  const map = (change: (value: string) => string) => (url: URL) => {
    const values = url.searchParams.getAll(name)
    url.searchParams.delete(name)
    for (const value of values) url.searchParams.append(name, change(value))
  }
  const shift = (by: bigint) => map(value => (/^\d{1,19}$/.test(value) ? String(BigInt(value) + by) : value))
  const only = (place: 0 | -1) => (url: URL) => {
    const values = url.searchParams.getAll(name)
    if (values.length > 0) url.searchParams.set(name, values.at(place) ?? '')
  }
  const swapped: Readonly<Record<string, string>> = { true: 'false', false: 'true' }
  return [
    ...(list ? [server('reads only the first', only(0)), server('reads only the last', only(-1))] : []),
    ...(list
      ? []
      : [server('takes the last of several', only(-1)), server('takes the first of several', only(0))]),
    ...(/^u?int/.test(kind) ? [server('adds 1 to', shift(1n)), server('subtracts 1 from', shift(-1n))] : []),
    ...(kind === 'boolean'
      ? [
          server(
            'inverts',
            map(value => swapped[value] ?? value),
          ),
        ]
      : []),
    ...(byDefault === undefined
      ? []
      : [
          server('has another default for', url => {
            if (!url.searchParams.has(name)) url.searchParams.set(name, swapped[byDefault] ?? '1')
          }),
        ]),
    ...(parameter.pattern?.test('A'.repeat(64)) && parameter.schema?.endsWith('Id')
      ? [
          server(
            'distinguishes the letter case of',
            map(value => (/^[0-9A-F]{64}$/.test(value) && /[A-F]/.test(value) ? '0'.repeat(64) : value)),
          ),
        ]
      : []),
    server(
      'refuses',
      map(() => '%00'),
    ),
    ...(kind === 'enum'
      ? (parameter.values ?? []).map(value =>
          server(
            `knows no ${value} of`,
            map(given => (given === value ? 'NO_SUCH_VALUE' : given)),
          ),
        )
      : []),
  ]
}

/** Servers that do not refuse what they should, or refuse it wrong. */
function lenient(operation: Operation, parameter: Parameter): BrokenServer[] {
  const { name, in: place } = parameter
  const refused = (reply: Reply) => reply.status === 400 && reply.text.includes(`"field":"${name}"`)
  const server = (
    what: string,
    answer: (reply: Reply, url: URL, get: Get) => Promise<Reply>,
  ): BrokenServer => ({
    operation: operation.id,
    name: `${what} ${name}`,
    answer: async ({ url, method }, correct) =>
      answer(await correct(url.pathname + url.search, method), url, (target, asked = method) =>
        correct(target, asked),
      ),
  })
  return [
    ...(place === 'query'
      ? [
          server('lets anything pass for', async (reply, url, get) => {
            if (!refused(reply)) return reply
            const changed = new URL(url)
            changed.search = changed.search
              .replaceAll(new RegExp(`[?&]${name}=[^&]*`, 'g'), '&')
              .replace('&', '?')
            return get(changed.pathname + changed.search)
          }),
        ]
      : []),
    ...(filtersOf(operation).includes(name)
      ? [
          server('lists all when nothing matches', async (reply, url, get) => {
            const body = reply.status === 200 && reply.text !== '' ? (JSON.parse(reply.text) as Json) : null
            const page = pageOf(operation, { status: 200, body } as never)
            if (!page || page.edges.length > 0 || !url.searchParams.has(name)) return reply
            const changed = new URL(url)
            changed.searchParams.delete(name)
            return get(changed.pathname + changed.search)
          }),
        ]
      : []),
    server('names another parameter in the 400 for', async reply => {
      if (refused(reply))
        rewriteBody(reply, body => {
          const text = JSON.stringify(body).replaceAll(`"field":"${name}"`, '"field":"other"')
          Object.assign(body, JSON.parse(text))
        })
      return reply
    }),
    server('does not find what it should refuse for', async reply => {
      if (!refused(reply)) return reply
      const details = [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'NO', domain: 'trading-network' },
      ]
      return { ...reply, status: 404, text: JSON.stringify({ code: 5, message: 'not found', details }) }
    }),
  ]
}
