import { canonical } from '../load/json.ts'
import type { Difference, Place } from '../schemas/difference.ts'
import { pathOf, type Step } from '../schemas/pair.ts'

export interface Found extends Difference {
  place: Readonly<Place>
  /** The way to the schema from the whole value, for a difference of schemas. */
  step?: Step
}

/**
 * The differences with all their places. Two are the same if their rule, values and kind of place are the same. Component
 * names do not matter, so inlining a component changes nothing. One on the wire is not repeated for importers of the types.
 */
export function grouped(found: readonly Found[]): Found[][] {
  const contents = new Map(found.map(each => [each, contentOf(each)]))
  const { wire = [], types = [] } = Object.groupBy(found, ({ place }) => place.surface)
  const onWire = new Set(wire.map(each => contents.get(each)))
  const all = [...wire, ...types.filter(each => !onWire.has(contents.get(each)))]
  // The direction counts too: the same difference may be safe in one direction only.
  const idOf = (each: Found) => `${each.place.surface} ${each.place.direction} ${contents.get(each)}`
  return [...Map.groupBy(all, idOf).values()]
}

function contentOf({ rule, from, to, key, segment, signature, sunset }: Found): string {
  return canonical([rule, from ?? 0, to ?? 0, key ?? 0, segment ?? 0, signature, sunset ?? 0])
}

/** The location in words: `200 application/json: accounts.edges[].node.balance`. */
export function locationOf({ place: { at, name } }: Found): string {
  return [at, name].filter(Boolean).join(': ')
}

/** The component that contains the difference, with the path there: `Account.balance`. */
export function componentOf({ step, segment = '' }: Found): string | undefined {
  for (let at = step; at && step; at = at.outer) {
    const component = at.pair.revision.component ?? at.pair.base.component
    if (component !== undefined) return component + pathOf(step, at) + segment
  }
  return undefined
}
