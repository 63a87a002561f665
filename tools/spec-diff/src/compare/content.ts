import { asObject } from '../load/json.ts'
import type { Both } from '../schemas/difference.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

/**
 * Compares the content of two bodies by media type. Parameters such as a charset tell media types apart only where both
 * documents have them.
 */
export function compareContent(site: Site, holders: Both): void {
  const both = { base: asObject(holders.base.content), revision: asObject(holders.revision.content) }
  const added = new Map(Object.keys(both.revision).map(type => [normal(type), type]))
  const removed: string[] = []
  for (const type of Object.keys(both.base)) {
    const newType = added.get(normal(type))
    if (newType === undefined) removed.push(type)
    else compareMedia(site, both, type, newType)
    added.delete(normal(type))
  }
  for (const type of removed) {
    const typeSite = site.with({ at: `${site.at} ${type}` })
    const newType = [...added.values()].find(each => withoutParameters(each) === withoutParameters(type))
    if (newType === undefined) {
      typeSite.note('media-type-removed', both, { member: type, from: type })
      continue
    }
    added.delete(normal(newType))
    typeSite.note('media-type-parameters-changed', both, { member: newType, from: type, to: newType })
    compareMedia(site, both, type, newType)
  }
  for (const type of added.values())
    site.with({ at: `${site.at} ${type}` }).note('media-type-added', both, { member: type, to: type })
}

function normal(type: string): string {
  return type
    .toLowerCase()
    .replace(/\s*;\s*/g, ';')
    .trim()
}

function withoutParameters(type: string): string {
  return normal(type).split(';', 1)[0] ?? type
}

function compareMedia(contentSite: Site, contents: Both, type: string, newType: string): void {
  const both = contentSite.both(contents.base[type], contents.revision[newType])
  const { base, revision } = both
  const site = contentSite.with({ at: `${contentSite.at} ${type}`.trim() })
  const carriage = { direction: site.direction, carrier: 'body' } as const
  if (!base.schema !== !revision.schema && base.schema !== true && revision.schema !== true)
    site.note(revision.schema ? 'schema-set' : 'schema-dropped', both, { member: 'schema' })
  else site.compareSchemas(base.schema, revision.schema, carriage)
  const hasItems = base.itemSchema !== undefined && revision.itemSchema !== undefined
  if (hasItems)
    site.with({ name: `${site.name}[]` }).compareSchemas(base.itemSchema, revision.itemSchema, carriage)
  const name = site.name || `the ${site.direction === 'response' ? 'response' : 'body'}`
  compareMembers(site.with({ name }), both, {
    without: hasItems ? ['schema', 'itemSchema'] : ['schema'],
    rules: { encoding: 'encoding-changed' },
  })
}
