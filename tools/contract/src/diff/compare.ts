import { type JsonObject, namesOf, nodeAt, pointerTo } from './document.ts'
import { prepare } from './prepare.ts'
import { type Class, classes, rate } from './rate.ts'
import { differences } from './redocly.ts'

/** One cause, wherever it is met. */
export interface Change {
  class: Class
  message: string
  /** The operations that have it, in words. */
  place: string
  /** Their ids. */
  operations: string[]
  /** The first day on which a release may remove what is gone, if it was announced: `2027-06-30`. */
  sunset?: string
}

/**
 * The changes between two contracts, the most important first.
 *
 * @throws Error for a document that is no OpenAPI, or that refers to nothing.
 */
export async function compare(base: JsonObject, revision: JsonObject): Promise<Change[]> {
  const [before, after] = [prepare(base), prepare(revision)]
  const findings = (await differences(before, after)).flatMap(each => rate(each, before, after))
  const users = usersIn(before, after)
  const causes = Map.groupBy(findings, each => `${classes.indexOf(each.class)} ${each.message}`)
  const changes = [...causes.values()].map(same => {
    const [{ class: verdict, message, sunset }] = same as [(typeof same)[number]]
    const operations = [...new Set(same.flatMap(({ pointer }) => users.get(partOf(pointer)) ?? []))].sort()
    return { class: verdict, message, place: placeOf(operations), operations, ...(sunset && { sunset }) }
  })
  const order = (each: Change) => `${classes.indexOf(each.class)} ${each.place} ${each.message}`
  return changes.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

function placeOf(operations: string[]): string {
  if (operations.length > 3) return `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} more`
  return operations.join(', ') || 'the contract'
}

/** The pointer to the operation or the component around a node. */
function partOf(pointer: string): string {
  return pointerTo(...namesOf(pointer).slice(0, 3))
}

/** The ids of the operations that use a part, by its pointer. */
function usersIn(...documents: JsonObject[]): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const document of documents)
    for (const [path, item] of Object.entries(document.paths as Record<string, JsonObject>))
      for (const [method, operation] of Object.entries(item)) {
        const used = new Set([pointerTo('paths', path), pointerTo('paths', path, method)])
        // A set visits the values that the loop adds.
        for (const pointer of used) {
          const text = JSON.stringify(nodeAt(document, pointer))
          for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) used.add(reference)
        }
        const id = String((operation as JsonObject).operationId)
        for (const pointer of used) users.set(pointer, [...(users.get(pointer) ?? []), id])
      }
  return users
}
