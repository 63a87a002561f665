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
  const users = [...usersIn(before), ...usersIn(after)]
  const causes = Map.groupBy(findings, each => `${classes.indexOf(each.class)} ${each.message}`)
  const changes = [...causes.values()].map(same => {
    const [{ class: verdict, message, sunset }] = same as [(typeof same)[number]]
    const operations = [...new Set(same.flatMap(({ pointer }) => operationsOf(pointer, users)))].sort()
    return { class: verdict, message, place: placeOf(operations), operations, ...(sunset && { sunset }) }
  })
  const order = (each: Change) => `${classes.indexOf(each.class)} ${each.place} ${each.message}`
  return changes.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

function placeOf(operations: string[]): string {
  if (operations.length > 3) return `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} more`
  return operations.join(', ') || 'the contract'
}

/** The operations that contain or use a node. */
function operationsOf(pointer: string, users: [used: string, operation: string][]): string[] {
  const part = pointerTo(...namesOf(pointer).slice(0, 3))
  return users.filter(([used]) => `${used}/`.startsWith(`${part}/`)).map(([, operation]) => operation)
}

/** The operations and components that operations use, each with the id of the operation. */
function usersIn(document: JsonObject): [used: string, operation: string][] {
  const paths = Object.entries(document.paths as Record<string, Record<string, JsonObject>>)
  return paths.flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) => {
      const used = new Set([pointerTo('paths', path, method)])
      // A set visits the values that the loop adds.
      for (const pointer of used)
        for (const [, reference = ''] of JSON.stringify(nodeAt(document, pointer)).matchAll(
          /"\$ref":"([^"]+)"/g,
        ))
          used.add(reference)
      return [...used].map(pointer => [pointer, String(operationId)] as [string, string])
    }),
  )
}
