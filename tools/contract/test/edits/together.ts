import { type Change, compare } from '../../src/diff/compare.ts'
import { type Edit, type Node, patched } from './edit.ts'

type Pair = [base: Node, revision: Node]

/**
 * The changes of each edit. A comparison takes longer to start than to run, so the operation that an edit is about stands
 * beside those of other edits in one contract, with names of its own. An edit of the whole contract is compared alone.
 */
export async function compareEach(contract: Node, edits: readonly Edit[]): Promise<Change[][]> {
  const isAlone = ([, , place]: Edit) => place === 'contract'
  const few = withPaths(contract, /accounts|order.{|signatures/)
  const pairs = edits.map(edit => pairOf(isAlone(edit) ? few : contract, edit))
  const parts = pairs.flatMap((pair, i) => {
    const edit = edits[i] as Edit
    return isAlone(edit) ? [] : [partsOf(pair, pathFor(contract, edit[2]), i)]
  })
  const together = await compare(
    join(
      contract,
      parts.map(([base]) => base),
    ) as never,
    join(
      contract,
      parts.map(([, revision]) => revision),
    ) as never,
  )
  const results: Change[][] = []
  for (const [i, [base, revision]] of pairs.entries())
    results.push(
      isAlone(edits[i] as Edit)
        ? await compare(base as never, revision as never)
        : together.filter(each => new RegExp(`_${i}\\b`).test(`${each.place} ${each.message}`)),
    )
  return results
}

/** A contract of some operations: smaller, so faster. */
function withPaths(contract: Node, wanted: RegExp): Node {
  const paths = Object.entries(contract.paths as Node).filter(([path]) => wanted.test(path))
  return { ...contract, paths: Object.fromEntries(paths) }
}

/** The contract before and after an edit. */
function pairOf(contract: Node, [, , place, patch, before]: Edit): Pair {
  const base = before === undefined ? contract : patched(contract, place, before)
  return [base, patched(base, place, patch)]
}

/** The path of an operation that an edit is about. */
function pathFor({ paths, components }: Node, place: string): string {
  const [kind = '', first, second] = place.split(' ')
  const component = {
    schema: `schemas ${first}`,
    field: `schemas ${first}`,
    component: `${first} ${second}`,
  }[kind]
  const found = Object.entries(paths as Node).find(([, item]) =>
    component ? usedBy(item, components as Node).has(component) : String(item.get?.operationId) === first,
  )
  if (!found) throw new Error(`No operation has ${place}.`)
  return found[0]
}

/** The kinds and names of the components that a node uses. */
function usedBy(node: unknown, components: Node): Set<string> {
  const found = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(part ?? {}).matchAll(
      /#\/components\/(\w+)\/([\w.-]+)/g,
    )) {
      if (found.has(`${kind} ${name}`)) continue
      found.add(`${kind} ${name}`)
      visit(components[kind]?.[name])
    }
  }
  visit(node)
  return found
}

/** One path of both contracts and the components that it uses in one of them, with a number after each name. */
function partsOf(pair: Pair, path: string, number: number): [base: Node[], revision: Node[]] {
  const used = new Set(
    pair.flatMap(({ paths, components }) => [...usedBy(paths?.[path], components as Node)]),
  )
  const [base = [], revision = []] = pair.map(({ paths, components }) => {
    const parts = [...used].map(each => {
      const [kind = '', name = ''] = each.split(' ')
      const component = components?.[kind]?.[name]
      return component ? { components: { [kind]: { [`${name}_${number}`]: component } } } : {}
    })
    const item = paths?.[path] ? { [`${path}/${number}`]: paths[path] } : {}
    return JSON.parse(
      JSON.stringify([{ paths: item }, ...parts])
        .replaceAll(/(#\/components\/\w+\/[\w.-]+)"/g, `$1_${number}"`)
        .replaceAll(/("operationId":"\w+)"/g, `$1_${number}"`),
    ) as Node[]
  })
  return [base, revision]
}

function join(contract: Node, parts: Node[][]): Node {
  const paths: Node = {}
  const components: Node = { schemas: {}, parameters: {}, headers: {}, responses: {}, examples: {} }
  for (const part of parts.flat()) {
    Object.assign(paths, part.paths)
    for (const [kind, members] of Object.entries(part.components ?? {}))
      Object.assign(components[kind] as Node, members)
  }
  return { ...contract, paths, components: { ...contract.components, ...components } }
}
