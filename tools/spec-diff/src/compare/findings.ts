import { canonical } from '../load/json.ts'
import type { Difference } from './difference.ts'
import { type Place, pathOf, type Step } from './site.ts'

/** A difference with the place where it was met. */
export interface Found extends Difference {
  place: Readonly<Place>
  /** The way to the schema from the whole value, for a difference of schemas. */
  step?: Step
}

/** One difference, however many ways lead to it. */
export interface Group {
  first: Found
  /** The one with the shortest location. */
  nearest: Found
  locations: Set<string>
  operations: Set<string>
  /** The components that contain it, with the path there: `Account.balance`. */
  components: Set<string>
}

/**
 * The differences of two documents. Two are the same if their rule, values and kind of place are the same. Component
 * names do not matter, so inlining a component changes nothing.
 */
export class Findings {
  readonly #wire = new Map<string, Group>()
  readonly #types = new Map<string, Group>()
  readonly #onWire = new Set<string>()

  add(difference: Difference, place: Place, step?: Step): void {
    const { rule, from, to, key, segment, signature, sunset } = difference
    const loose = canonical([
      rule,
      from ?? null,
      to ?? null,
      key ?? null,
      segment ?? null,
      signature,
      sunset ?? null,
    ])
    if (place.surface === 'wire') this.#onWire.add(loose)
    // The sender of the value matters: the same difference may be safe in one direction only.
    const id = `${place.direction} ${loose}`
    const groups = place.surface === 'wire' ? this.#wire : this.#types
    const location = locationOf(place)
    const found: Found = { ...difference, place, ...(step ? { step } : {}) }
    const group = groups.get(id) ?? newGroup(found)
    groups.set(id, group)
    if (isShorter(location, locationOf(group.nearest.place))) group.nearest = found
    group.locations.add(location)
    if (place.operation) group.operations.add(place.operation)
    const component = step && componentOf(step, segment ?? '')
    if (component !== undefined) group.components.add(component)
  }

  /** All differences. One that callers see is not repeated for importers of the types. */
  groups(): Group[] {
    const isNew = (id: string) => !this.#onWire.has(id.slice(id.indexOf(' ') + 1))
    return [...this.#wire.values(), ...[...this.#types].flatMap(([id, group]) => (isNew(id) ? [group] : []))]
  }
}

function newGroup(found: Found): Group {
  const [locations, operations, components] = [new Set<string>(), new Set<string>(), new Set<string>()]
  return { first: found, nearest: found, locations, operations, components }
}

/** The shorter text; of two equally long ones the first in the alphabet. */
export function isShorter(one: string, other: string): boolean {
  return one.length < other.length || (one.length === other.length && one < other)
}

/** The location in words: `200 application/json: accounts.edges[].node.balance`. */
function locationOf({ at, name }: Place): string {
  return [at, name].filter(Boolean).join(': ')
}

function componentOf(step: Step, segment: string): string | undefined {
  for (let at: Step | undefined = step; at; at = at.outer) {
    const component = at.pair.revision.component ?? at.pair.base.component
    if (component !== undefined) return component + pathOf(step, at) + segment
  }
  return undefined
}
