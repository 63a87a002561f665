import { isObject, type JsonObject, namesOf, nodeAt, pointerTo } from './document.ts'
import { type Class, classes } from './finding.ts'
import { compareNotes } from './notes.ts'
import { prepare, withoutNotes } from './prepare.ts'
import { rate } from './rate.ts'
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
  const found = await differences(withoutNotes(before), withoutNotes(after))
  const findings = [...found.flatMap(each => rate(each, before, after)), ...compareNotes(before, after)]
  const users = [...usersIn(before), ...usersIn(after)]
  const changes = [
    ...Map.groupBy(findings, ({ class: verdict, message }) => `${verdict} ${message}`).values(),
  ].map(same => {
    const [{ class: verdict, message, sunset }] = same as [(typeof same)[number]]
    const operations = [...new Set(same.flatMap(({ pointer }) => operationsOf(pointer, users)))].sort()
    return { class: verdict, message, place: placeOf(operations), operations, ...(sunset && { sunset }) }
  })
  const order = ({ class: verdict, place, message }: Change) =>
    `${classes.indexOf(verdict)} ${place} ${message}`
  return changes.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function placeOf(operations: string[]): string {
  if (operations.length > 3) return `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} more`
  return operations.join(', ') || 'the contract'
}

/** The operations that contain or use a node. */
function operationsOf(pointer: string, users: [pointer: string, operation: string][]): string[] {
  if (namesOf(pointer).length < 2) return []
  const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`)
  return users
    .filter(([each]) => isWithin(pointer, each) || isWithin(each, pointer))
    .map(([, operation]) => operation)
}

/** All nodes that operations use, with the id of each operation. */
function usersIn(document: JsonObject): [pointer: string, operation: string][] {
  return Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const used = new Set(isObject(operation) ? [pointerTo('paths', path, method)] : [])
      // A set visits the values that the loop adds.
      for (const pointer of used) {
        const text = JSON.stringify(nodeAt(document, pointer)) ?? ''
        for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) used.add(reference)
      }
      const id = String((operation as JsonObject)?.operationId)
      return [...used].map(pointer => [pointer, id] as [string, string])
    }),
  )
}
