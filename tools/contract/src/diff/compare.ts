import { type JsonObject, nodeAt } from './document.ts'
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
  const findings = (await differences(before, after)).flatMap(each => rate(each, before, after))
  const users = usersIn(before, after)
  const causes = Map.groupBy(findings, each => `${each.class} ${each.message}`)
  const changes = [...causes.values()].map(same => {
    const [{ pointer: _, ...cause }] = same as [Finding]
    const parts = same.map(({ pointer }) => /^#\/(paths|components\/\w+)\/[^/]+/.exec(pointer)?.[0] ?? '')
    const operations = [...new Set(parts.flatMap(part => users.get(part) ?? []))].sort()
    return { ...cause, place: placeOf(operations), operations }
  })
  const order = (each: Change) => `${classes.indexOf(each.class)} ${each.place} ${each.message}`
  return changes.sort((one, other) => (order(one) < order(other) ? -1 : 1))
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
      // A set visits the values that the loop adds.
      const used = new Set([`#/paths/${path.replaceAll('/', '~1')}`])
      for (const pointer of used) {
        const text = JSON.stringify(nodeAt(document, pointer))
        for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) used.add(reference)
        users.set(pointer, [...(users.get(pointer) ?? []), ...ids])
      }
    }
  return users
}
