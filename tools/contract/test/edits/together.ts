import { isDeepStrictEqual } from 'node:util'
import { type Change, compare } from '../../src/diff/compare.ts'
import type { Node } from './contract.ts'

/** A contract before and after an edit. */
export interface Pair {
  base: Node
  revision: Node
}

/** The components that an operation may use. All else is about the contract as a whole. */
const used = ['schemas', 'parameters', 'headers', 'responses']

/**
 * The changes of each pair. A comparison takes longer to start than to run, so the operations that an edit touches stand
 * beside those of other edits in one contract, with names of their own. An edit of the whole contract is compared alone.
 */
export async function compareTogether(pairs: readonly Pair[]): Promise<Change[][]> {
  const sides = ['base', 'revision'] as const
  const [base, revision] = sides.map(side =>
    joined(pairs.flatMap((pair, i) => (isAlone(pair) ? [] : [named(pick(pair, side, touchedBy(pair)), i)]))),
  ) as [Node, Node]
  const together = await compare(base as never, revision as never)
  const results: Change[][] = []
  for (const [i, pair] of pairs.entries()) {
    const ids = [...touchedBy(pair), 'getStake']
    results.push(
      isAlone(pair)
        ? await compare(only(pair.base, ids) as never, only(pair.revision, ids) as never)
        : together.filter(({ operations, message }) =>
            new RegExp(`_${i}\\b`).test(`${operations} ${message}`),
          ),
    )
  }
  return results
}

/** True for an edit that touches more than an operation and what it uses. */
function isAlone(pair: Pair): boolean {
  const [outside, other] = [pair.base, pair.revision].map(({ paths, components, ...rest }) => {
    const others = Object.entries(components ?? {}).filter(([kind]) => !used.includes(kind))
    return [rest, others, Object.keys(paths ?? {}).sort()]
  })
  return !isDeepStrictEqual(outside, other) || touchedBy(pair).length === 0
}

/** An operation that an edit touches; none if it touches no operation and nothing that one uses. */
function touchedBy({ base, revision }: Pair): string[] {
  const [before, after] = [partsOf(base), partsOf(revision)]
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const textOf = (parts: ReturnType<typeof partsOf>, id: string) => JSON.stringify([...(parts.get(id) ?? [])])
  return ids.filter(id => textOf(before, id) !== textOf(after, id)).slice(0, 1)
}

/** The contract with some operations and all components: smaller, so faster. */
function only(contract: Node, ids: readonly string[]): Node {
  const paths = Object.entries(contract.paths ?? {}).filter(([, item]) => ids.includes(idOf(item)))
  return { ...contract, paths: Object.fromEntries(paths) }
}

/** The path and the components that each operation uses, by their pointers. */
function partsOf(contract: Node): Map<string, Map<string, unknown>> {
  const items = Object.entries(contract.paths ?? {}).map(([path, item]) => {
    const parts = new Map<string, unknown>([[path, item]])
    for (const part of parts.values())
      for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(
        /#\/components\/(\w+)\/([\w.-]+)/g,
      ))
        parts.set(`${kind} ${name}`, contract.components?.[kind]?.[name])
    return [idOf(item), parts] as const
  })
  return new Map(items)
}

function idOf(item: Node): string {
  return String(Object.values(item).find(({ operationId }) => operationId)?.operationId)
}

/** One side of a pair with some operations only, and what one of both sides uses. */
function pick(pair: Pair, side: keyof Pair, ids: readonly string[]): Node {
  const { paths = {}, components = {}, ...rest } = pair[side]
  const isPicked = ([, item]: [string, Node]) => ids.includes(idOf(item))
  const parts = [pair.base, pair.revision].flatMap(each =>
    ids.flatMap(id => [...(partsOf(each).get(id)?.keys() ?? [])]),
  )
  const kinds = Object.entries(components).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => parts.includes(`${kind} ${name}`))),
  ])
  return {
    ...rest,
    paths: Object.fromEntries(Object.entries(paths).filter(isPicked)),
    components: Object.fromEntries(kinds),
  } as Node
}

/** The contract with a number after each name of a path, an operation and a component. */
function named(contract: Node, number: number): Node {
  const text = JSON.stringify(contract)
    .replaceAll(/(#\/components\/\w+\/[\w.-]+)"/g, `$1_${number}"`)
    .replaceAll(/("operationId":"\w+)"/g, `$1_${number}"`)
  const { paths, components, ...rest } = JSON.parse(text) as Node
  const renamed = (members: Node | undefined, end: string) =>
    Object.fromEntries(Object.entries(members ?? {}).map(([name, member]) => [name + end, member]))
  const kinds = Object.entries(components ?? {}).map(([kind, members]) => [
    kind,
    renamed(members, `_${number}`),
  ])
  return { ...rest, paths: renamed(paths, `/${number}`), components: Object.fromEntries(kinds) } as Node
}

function joined(contracts: readonly Node[]): Node {
  const all = (part: (contract: Node) => Node | undefined) => Object.assign({}, ...contracts.map(part))
  const components = [...used, 'examples'].map(kind => [kind, all(({ components }) => components?.[kind])])
  return {
    ...contracts[0],
    paths: all(({ paths }) => paths),
    components: Object.fromEntries(components),
  } as Node
}
