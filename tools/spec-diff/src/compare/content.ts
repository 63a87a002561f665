import { asObject } from '../load/json.ts'
import { matchBy } from '../matching.ts'
import type { Both } from '../schemas/difference.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

/**
 * Compares the content of two bodies by media type. Parameters such as a charset tell media types apart only where both
 * documents have them.
 */
export function compareContent(site: Site, holders: Both): void {
  const both = { base: asObject(holders.base.content), revision: asObject(holders.revision.content) }
  const types = matchBy(Object.keys(both.base), Object.keys(both.revision), normal, withoutParameters)
  const siteOf = (type: string) => site.with({ at: `${site.place.at} ${type}`.trim() })
  for (const [from, to] of types.pairs) {
    if (normal(from) !== normal(to))
      siteOf(from).note('media-type-parameters-changed', both, { member: to, from, to })
    compareMedia(siteOf(from), site.both(both.base[from], both.revision[to]))
  }
  for (const from of types.removed) siteOf(from).note('media-type-removed', both, { member: from, from })
  for (const to of types.added) siteOf(to).note('media-type-added', both, { member: to, to })
}

function normal(type: string): string {
  return type.toLowerCase().replaceAll(/\s/g, '')
}

function withoutParameters(type: string): string {
  return normal(type).replace(/;.*/, '')
}

function compareMedia(site: Site, both: Both): void {
  const { base, revision } = both
  const { direction, name } = site.place
  const carriage = { direction, carrier: 'body' } as const
  if (!base.schema !== !revision.schema && base.schema !== true && revision.schema !== true)
    site.note(revision.schema ? 'schema-set' : 'schema-dropped', both, { member: 'schema' })
  else site.compareSchemas(base.schema, revision.schema, carriage)
  const hasItems = base.itemSchema !== undefined && revision.itemSchema !== undefined
  if (hasItems)
    site.with({ name: `${name}[]` }).compareSchemas(base.itemSchema, revision.itemSchema, carriage)
  const body = `the ${direction === 'response' ? 'response' : 'body'}`
  const without = hasItems ? ['schema', 'itemSchema'] : ['schema']
  compareMembers(site.with({ name: name || body }), both, { without })
}
