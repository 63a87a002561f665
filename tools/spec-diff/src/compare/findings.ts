import { canonical } from '../load/json.ts'
import type { Difference, Place } from '../schemas/difference.ts'
import { pathOf, type Step } from '../schemas/pair.ts'

/** A difference with its place. */
export interface Found extends Difference {
  place: Readonly<Place>
  /** The way to the schema from the whole value, for a difference of schemas. */
  step?: Step
}

/** One difference with all its places. */
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
    const content = canonical([rule, from ?? 0, to ?? 0, key ?? 0, segment ?? 0, signature, sunset ?? 0])
    if (place.surface === 'wire') this.#onWire.add(content)
    // The direction counts too: the same difference may be safe in one direction only.
    const id = `${place.direction} ${content}`
    const groups = place.surface === 'wire' ? this.#wire : this.#types
    const found: Found = { ...difference, place, ...(step ? { step } : {}) }
    const group = groups.get(id) ?? newGroup(found)
    groups.set(id, group)
    const location = locationOf(place)
    if (isShorter(location, locationOf(group.nearest.place))) group.nearest = found
    group.locations.add(location)
    if (place.operation) group.operations.add(place.operation)
    const component = step && componentOf(step, segment ?? '')
    if (component !== undefined) group.components.add(component)
  }

  /** All differences. One on the wire is not repeated for importers of the types. */
  groups(): Group[] {
    const isNew = (id: string) => !this.#onWire.has(id.slice(id.indexOf(' ') + 1))
    return [...this.#wire.values(), ...[...this.#types].flatMap(([id, group]) => (isNew(id) ? [group] : []))]
  }
}

function newGroup(found: Found): Group {
  return {
    first: found,
    nearest: found,
    locations: new Set(),
    operations: new Set(),
    components: new Set(),
  }
}

/** True for the shorter text; of two equally long ones for the first in the alphabet. */
export function isShorter(first: string, second: string): boolean {
  return first.length < second.length || (first.length === second.length && first < second)
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
