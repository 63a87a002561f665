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
export class Group {
  readonly first: Found
  /** The one with the shortest location. */
  nearest: Found
  readonly locations = new Set<string>()
  readonly operations = new Set<string>()
  /** The components that contain it, with the path there: `Account.balance`. */
  readonly components = new Set<string>()

  constructor(first: Found) {
    this.first = first
    this.nearest = first
  }

  add(found: Found): void {
    const location = locationOf(found.place)
    if (isShorter(location, locationOf(this.nearest.place))) this.nearest = found
    this.locations.add(location)
    if (found.place.operation) this.operations.add(found.place.operation)
    const component = componentOf(found)
    if (component !== undefined) this.components.add(component)
  }
}

/**
 * The differences of two documents. Two are the same if their rule, values and kind of place are the same. Component
 * names do not matter, so inlining a component changes nothing.
 */
export class Findings {
  readonly #groups = { wire: new Map<string, Group>(), types: new Map<string, Group>() }
  readonly #onWire = new Set<string>()

  add(found: Found): void {
    const { rule, from, to, key, segment, signature, sunset, place } = found
    const content = canonical([rule, from ?? 0, to ?? 0, key ?? 0, segment ?? 0, signature, sunset ?? 0])
    if (place.surface === 'wire') this.#onWire.add(content)
    // The direction counts too: the same difference may be safe in one direction only.
    const [id, groups] = [`${place.direction} ${content}`, this.#groups[place.surface]]
    const group = groups.get(id) ?? new Group(found)
    groups.set(id, group)
    group.add(found)
  }

  /** All differences. One on the wire is not repeated for importers of the types. */
  groups(): Group[] {
    const { wire, types } = this.#groups
    const onlyTypes = [...types].filter(([id]) => !this.#onWire.has(id.slice(id.indexOf(' ') + 1)))
    return [...wire.values(), ...onlyTypes.map(([, group]) => group)]
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

function componentOf({ step, segment = '' }: Found): string | undefined {
  for (let at = step; at && step; at = at.outer) {
    const component = at.pair.revision.component ?? at.pair.base.component
    if (component !== undefined) return component + pathOf(step, at) + segment
  }
  return undefined
}
