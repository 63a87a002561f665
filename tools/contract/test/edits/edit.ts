import type { Class } from '../../src/diff/rate.ts'

/** A node of the contract. Reading a member of it never fails to compile; a wrong name fails the test. */
export interface Node {
  [key: string]: Node
}

/**
 * A JSON merge patch (RFC 7396) of a node, or what makes one of the node: `null` removes a member, and an object is merged.
 */
export type Patch = object | null | ((node: Node) => object)

/**
 * An edit of the contract: what a maintainer does, the class that a person gives it, `none` for one that changes nothing for
 * anybody, the place, and the patch. The last patch, if any, makes the contract that the edit begins with.
 *
 * The place is `contract`, `contract getStake` for an edit of the whole contract that this operation shows,
 * `operation getStake`, `path getStake`, `parameter getOrder version`, `value getOrder version` for its
 * schema, `response getStake 200`,
 * `header getStake 200 ETag`, `schema Account`, `field Account balance` or `component headers ETag`.
 */
export type Edit = [what: string, judged: Class | 'none', place: string, patch: Patch, before?: Patch]

export const deprecated = {
  deprecated: true,
  'x-tn-deprecated-since': '2026-12-01',
  'x-sunset': '2027-06-30',
}

/** Gives a member another name, of the node or of a map in it. */
export const rename = (from: string, to: string, map?: string) => (node: Node) => {
  const patch = { [from]: null, [to]: (map ? node[map] : node)?.[from] }
  return map ? { [map]: patch } : patch
}

/** Takes items from a list of the node, and adds others. */
export const change =
  (list: string, gone: string[], added: unknown[] = []) =>
  (node: Node) => {
    const items = node[list] as unknown as string[]
    if (!gone.every(each => items.includes(each))) throw new Error(`No ${gone} in ${items}`)
    return { [list]: [...items.filter(each => !gone.includes(each)), ...added] }
  }

/** A copy of the contract with a patch of the node at a place. */
export function patched(contract: Node, place: string, patch: Patch): Node {
  const root = { contract: structuredClone(contract) }
  const [owner, key] = find(root as Node, place.split(' '))
  const node = owner[key]
  if (!node) throw new Error(`The contract has no ${place}.`)
  const made = typeof patch === 'function' ? patch(node) : patch
  if (made !== null) owner[key] = merged(node, made) as Node
  else if (Array.isArray(owner)) owner.splice(Number(key), 1)
  else delete owner[key]
  return root.contract
}

function merged(node: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> = { ...(typeof node === 'object' ? node : {}) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = merged(result[key], value)
  }
  return result
}

/** The node that has the one at a place as a member, and the name of that. A response or header that is shared is copied. */
function find(root: Node, [kind = '', first = '', second = '', third = '']: string[]): [Node, string] {
  const contract = root.contract as Node
  const { paths, components } = contract as Record<'paths' | 'components', Node>
  if (kind === 'contract') return [root, 'contract']
  if (kind === 'schema') return [components.schemas as Node, first]
  if (kind === 'field') return [components.schemas?.[first]?.properties as Node, second]
  if (kind === 'component') return [components[first] as Node, second]
  const [path = '', item] =
    Object.entries(paths).find(([, { get }]) => String(get?.operationId) === first) ?? []
  if (kind === 'path') return [paths, path]
  if (kind === 'operation') return [item as Node, 'get']
  const operation = item?.get as Node
  const { parameters, responses } = operation as Record<'parameters' | 'responses', Node>
  const all = parameters as unknown as Node[]
  const index = all.findIndex(({ name }) => String(name) === second)
  if (kind === 'parameter') return [parameters, String(index)]
  if (kind === 'value') return [all[index] as Node, 'schema']
  copyShared(responses, second, components)
  if (kind === 'response') return [responses, second]
  const headers = responses[second]?.headers as Node
  copyShared(headers, third, components)
  return [headers, third]
}

function copyShared(owner: Node, name: string, components: Node): void {
  const [, , kind = '', target = ''] = String(owner[name]?.$ref ?? '').split('/')
  if (target) owner[name] = structuredClone(components[kind]?.[target]) as Node
}
