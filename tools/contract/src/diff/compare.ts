import { find, type JsonObject } from './document.ts'
import { prepare } from './prepare.ts'
import { classes, type Finding, rate } from './rate.ts'
import { differences } from './redocly.ts'
import { writtenOut } from './references.ts'

/** One cause, wherever it is met. */
export interface Change extends Omit<Finding, 'pointer'> {
  /** The operations that have it, in words. */
  place: string
  /** Their ids, for programs. */
  operations: string[]
}

/**
 * The changes between two contracts, the most important first.
 *
 * @throws Error for a document that is no OpenAPI, or that refers to nothing.
 */
export async function compare(base: JsonObject, revision: JsonObject): Promise<Change[]> {
  const [before, after] = writtenOut(prepare(base), prepare(revision))
  // Redocly takes a second to say so.
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const found = await differences(before, after)
  const sent = new Set([before, after].flatMap(each => [...partsIn(each, requestsOf(each))]))
  const findings = found.flatMap(each => rate(each, before, after, pointer => sent.has(partOf(pointer))))
  const users = usersIn(before, after)
  const causes = Map.groupBy(findings, each => `${each.class} ${each.message}`)
  const changes = [...causes.values()].map(same => {
    const [{ pointer: _, ...cause }] = same as [Finding]
    const operations = [...new Set(same.flatMap(({ pointer }) => users.get(partOf(pointer)) ?? []))].sort()
    return { ...cause, place: placeOf(operations), operations }
  })
  const order = (each: Change) => `${classes.indexOf(each.class)} ${each.place} ${each.message}`
  return changes.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

/** The pointer of the path or the component that has a node. */
function partOf(pointer: string): string {
  return /^#\/(paths|components\/\w+)\/[^/]+/.exec(pointer)?.[0] ?? ''
}

function placeOf(operations: readonly string[]): string {
  const [first, second, ...others] = operations
  if (others.length > 1) return `${first}, ${second} and ${others.length} more`
  return operations.join(', ') || 'the contract'
}

/** The ids of the operations that use a path or a component, by its pointer. */
function usersIn(...documents: JsonObject[]): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const document of documents)
    for (const [path, item] of Object.entries(document.paths as Record<string, JsonObject>)) {
      const ids: string[] = Object.values(item).flatMap(each => Object(each).operationId ?? [])
      const pointer = `#/paths/${path.replaceAll('/', '~1')}`
      for (const part of [pointer, ...partsIn(document, JSON.stringify(item))])
        users.set(part, [...(users.get(part) ?? []), ...ids])
    }
  return users
}

/** The paths and parameters of a contract as JSON text, without the responses: the part that programs send. */
function requestsOf({ paths, components }: JsonObject): string {
  const { parameters } = Object(components)
  return JSON.stringify([paths, parameters], (key, each) => (key === 'responses' ? undefined : each))
}

/** The pointers of the components that a text refers to, and of those that they refer to. */
function partsIn(document: JsonObject, text: string): Set<string> {
  const parts = new Set<string>()
  const add = (part: string) => {
    for (const [, reference = ''] of part.matchAll(/"\$ref":"([^"]+)"/g)) parts.add(reference)
  }
  add(text)
  // A set visits the values that the loop adds.
  for (const part of parts) add(JSON.stringify(find(document, part)) ?? '')
  return parts
}
