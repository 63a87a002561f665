import { areEqual, asObject, defined, isObject, type Json, matched, membersOf } from '../load/json.ts'
import { componentsOf } from '../normalise/components.ts'
import type { Site } from './site.ts'

type Schemas = ReadonlyMap<string, Json>

/**
 * Compares components by name. Schemas are for importers of the types: a difference that clients see as well was noted
 * at its operation, and is not repeated. All other components are compared where they are used.
 */
export function compareComponents(site: Site): void {
  const [base, revision] = [componentsOf(site.documents.base), componentsOf(site.documents.revision)]
  const all = site.with({ at: 'components' })
  compareSchemas(all.with({ direction: 'response', surface: 'types' }), base.schemas, revision.schemas)
  compareOthers(all, base.referenced, revision.referenced)
}

function compareSchemas(all: Site, base: Schemas, revision: Schemas): void {
  const place = (schema: Json | undefined) => (isObject(schema) ? schema : undefined)
  for (const [name, from, to] of matched(base, revision)) {
    const site = all.with({ name })
    if (to === undefined) site.note('component-removed', { base: place(from) }, { from: name })
    else if (from === undefined) site.note('component-added', { revision: place(to) }, { to: name })
    else site.compareSchemas(from, to, { direction: 'response', carrier: 'body' })
  }
}

/** Compares components that nothing refers to, and unknown members of `components`. */
function compareOthers(site: Site, base: ReadonlySet<Json>, revision: ReadonlySet<Json>): void {
  const both = {
    base: asObject(site.roots.base.components),
    revision: asObject(site.roots.revision.components),
  }
  for (const [kind, before, after] of matched(membersOf(both.base), membersOf(both.revision))) {
    if (['schemas', 'securitySchemes'].includes(kind)) continue
    const isMap = !kind.startsWith('x-') && [before, after].every(map => map === undefined || isObject(map))
    const components = isMap ? matched(membersOf(before), membersOf(after)) : [[kind, before, after] as const]
    for (const [name, from, to] of components) {
      // The name of a referenced component is not a difference.
      if (base.has(from as Json) || revision.has(to as Json) || areEqual(from, to)) continue
      site.with({ name }).note('comment-changed', both, { key: kind, member: kind, ...defined({ from, to }) })
    }
  }
}
