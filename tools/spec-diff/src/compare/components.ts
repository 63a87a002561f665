import { asObject, matched } from '../load/json.ts'
import { exportedSchemas } from '../normalise/components.ts'
import type { Site } from './site.ts'

/**
 * Compares the schemas of the components by name, for importers of the types: a difference that clients see as well was
 * noted at its operation, and is not repeated. All other components are compared where they are used.
 */
export function compareComponents(site: Site): void {
  const { base, revision } = site.documents
  const all = site.with({ at: 'components', direction: 'response', surface: 'types' })
  for (const [name, from, to] of matched(exportedSchemas(base), exportedSchemas(revision))) {
    const component = all.with({ name })
    if (to === undefined) component.note('component-removed', { base: asObject(from) }, { from: name })
    else if (from === undefined) component.note('component-added', { revision: asObject(to) }, { to: name })
    else component.compareSchemas(from, to, { direction: 'response', carrier: 'body' })
  }
}
