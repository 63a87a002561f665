import type { Class } from '../../src/diff/rate.ts'

/** A node of the contract. Reading a member of it never fails to compile; a wrong name fails the test. */
export interface Node {
  [key: string]: Node
}

/**
 * An edit of the contract: what a maintainer does, the class that a person gives it, `none` for one that changes nothing for
 * anybody, and the edit. The last one, if any, makes the contract that it starts from.
 */
export type Edit = [what: string, judged: Class | 'none', edit: Editing, before?: Editing]
export type Editing = (contract: Node) => void

/** Assigns members of a node, of any kind. */
export function set(node: Node | undefined, members: object): void {
  if (!node) throw new Error('The contract has no such node.')
  Object.assign(node, members)
}

export function drop(node: Node | undefined, ...names: string[]): void {
  for (const name of names) {
    if (!node || !(name in node)) throw new Error(`The contract has no ${name}.`)
    delete node[name]
  }
}

/** Gives a member another name, at the same place. */
export function rename(node: Node, from: string, to: string): void {
  const members = Object.entries(node)
  drop(node, ...Object.keys(node))
  set(node, Object.fromEntries(members.map(([name, value]) => [name === from ? to : name, value])))
  if (!(to in node)) throw new Error(`The contract has no ${from}.`)
}

/** The items of a list. */
export function list(node: Node | undefined): unknown[] {
  if (!Array.isArray(node)) throw new Error('The contract has no such list.')
  return node
}

export function remove(node: Node | undefined, item: string): void {
  const items = list(node)
  if (!items.includes(item)) throw new Error(`The contract has no ${item}.`)
  items.splice(items.indexOf(item), 1)
}

/** The path of an operation, and the operation. */
export function pathOf(contract: Node, operationId: string): [path: string, operation: Node] {
  const found = Object.entries(contract.paths ?? {}).find(
    ([, item]) => String(item.get?.operationId) === operationId,
  )
  if (!found) throw new Error(`The contract has no ${operationId}.`)
  return [found[0], found[1].get as Node]
}

export function operation(contract: Node, operationId: string): Node {
  return pathOf(contract, operationId)[1]
}

/** A parameter that an operation has of its own. */
export function parameter(contract: Node, operationId: string, name: string): Node {
  const own = list(operation(contract, operationId).parameters) as Node[]
  const found = own.find(each => String(each.name) === name)
  if (!found) throw new Error(`${operationId} has no ${name}.`)
  return found
}

/** A response that an operation has of its own: one that operations share is copied. */
export function response(contract: Node, operationId: string, status: string): Node {
  const responses = operation(contract, operationId).responses as Node
  const name = String(responses[status]?.$ref ?? '').replace(/.*\//, '')
  if (name) set(responses, { [status]: structuredClone(contract.components?.responses?.[name]) })
  return responses[status] as Node
}

/** A header that a response has of its own: one that responses share is copied. */
export function header(contract: Node, operationId: string, status: string, name: string): Node {
  const headers = response(contract, operationId, status).headers as Node
  const shared = String(headers[name]?.$ref ?? '').replace(/.*\//, '')
  if (shared) set(headers, { [name]: structuredClone(contract.components?.headers?.[shared]) })
  return headers[name] as Node
}

export function schema(contract: Node, name: string): Node {
  const found = contract.components?.schemas?.[name]
  if (!found) throw new Error(`The contract has no ${name}.`)
  return found
}

export function fields(contract: Node, name: string): Node {
  return schema(contract, name).properties as Node
}

/** Replaces a text everywhere in the contract: names of components in references. */
export function replaced(contract: Node, from: string, to: string): void {
  set(contract, JSON.parse(JSON.stringify(contract).replaceAll(from, to)))
}

export const deprecated = {
  deprecated: true,
  'x-tn-deprecated-since': '2026-12-01',
  'x-sunset': '2027-06-30',
}
