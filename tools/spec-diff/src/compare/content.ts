import { compareMembers } from './members.ts'
import type { Both, Site } from './site.ts'

/** Compares a body by media type; parameters of a type, such as a charset, tell types apart only where both name them. */
export function compareContent(site: Site, both: Both): void {
  const { base, revision } = both
  const left = new Map(Object.keys(revision).map(type => [tidied(type), type]))
  const gone: string[] = []
  for (const type of Object.keys(base)) {
    const other = left.get(tidied(type))
    if (other === undefined) gone.push(type)
    else compareMedia(site, both, type, other)
    left.delete(tidied(type))
  }
  for (const type of gone) {
    const [key, other] = [...left].find(([each]) => essence(each) === essence(tidied(type))) ?? []
    const its = site.with({ at: `${site.at} ${type}` })
    if (key === undefined || other === undefined) {
      its.note('media-type-removed', both, { member: type, from: type })
      continue
    }
    left.delete(key)
    its.note('media-type-parameters-changed', both, { member: other, from: type, to: other })
    compareMedia(site, both, type, other)
  }
  for (const type of left.values())
    site.with({ at: `${site.at} ${type}` }).note('media-type-added', both, {
      member: type,
      to: type,
    })
}

function tidied(type: string): string {
  return type
    .toLowerCase()
    .replace(/\s*;\s*/g, ';')
    .trim()
}

function essence(type: string): string {
  return type.split(';')[0] ?? type
}

function compareMedia(site: Site, both: Both, type: string, other: string): void {
  const media = site.both(both.base[type], both.revision[other])
  const { base, revision } = media
  const its = site.with({ at: `${site.at} ${type}`.trim() })
  const carriage = { direction: site.direction, carrier: 'body' } as const
  if (!base.schema !== !revision.schema && base.schema !== true && revision.schema !== true)
    its.note(revision.schema ? 'schema-set' : 'schema-dropped', media, { member: 'schema' })
  else its.compareSchemas(base.schema, revision.schema, carriage)
  if (base.itemSchema !== undefined && revision.itemSchema !== undefined)
    its.with({ name: `${its.name}[]` }).compareSchemas(base.itemSchema, revision.itemSchema, carriage)
  const dealtWith =
    base.itemSchema !== undefined && revision.itemSchema !== undefined ? ['schema', 'itemSchema'] : ['schema']
  const text = { encoding: 'encoding-changed' }
  const named = its.with({ name: site.name || `the ${site.direction === 'response' ? 'response' : 'body'}` })
  compareMembers(named, media, dealtWith, text)
}
