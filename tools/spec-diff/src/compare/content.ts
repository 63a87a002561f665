import { type Both, type Comparison, dereferenced, type Site } from './comparison.ts'
import { compareMembers } from './members.ts'

/** Compares a body by media type; parameters of a type, such as a charset, tell types apart only where both name them. */
export function compareContent(comparison: Comparison, site: Site, both: Both): void {
  const { base, revision } = both
  const left = new Map(Object.keys(revision).map(type => [tidied(type), type]))
  const gone: string[] = []
  for (const type of Object.keys(base)) {
    const other = left.get(tidied(type))
    if (other === undefined) gone.push(type)
    else compareMedia(comparison, site, both, type, other)
    left.delete(tidied(type))
  }
  for (const type of gone) {
    const [key, other] = [...left].find(([each]) => essence(each) === essence(tidied(type))) ?? []
    const its = { ...site, at: `${site.at} ${type}` }
    if (key === undefined || other === undefined) {
      comparison.note(its, 'media-type-removed', both, { member: type, from: type })
      continue
    }
    left.delete(key)
    comparison.note(its, 'media-type-parameters-changed', both, { member: other, from: type, to: other })
    compareMedia(comparison, site, both, type, other)
  }
  for (const type of left.values())
    comparison.note({ ...site, at: `${site.at} ${type}` }, 'media-type-added', both, {
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

function compareMedia(comparison: Comparison, site: Site, both: Both, type: string, other: string): void {
  const [base, revision] = [
    dereferenced(comparison.base, both.base[type]) ?? {},
    dereferenced(comparison.revision, both.revision[other]) ?? {},
  ]
  const its = { ...site, at: `${site.at} ${type}`.trim() }
  const media = { base, revision }
  const carriage = { direction: site.direction, carrier: 'body' } as const
  if (!base.schema !== !revision.schema && base.schema !== true && revision.schema !== true)
    comparison.note(its, revision.schema ? 'schema-set' : 'schema-dropped', media, { member: 'schema' })
  else comparison.compareSchemas(its, base.schema, revision.schema, carriage)
  if (base.itemSchema !== undefined && revision.itemSchema !== undefined)
    comparison.compareSchemas(
      { ...its, name: `${its.name}[]` },
      base.itemSchema,
      revision.itemSchema,
      carriage,
    )
  const dealtWith =
    base.itemSchema !== undefined && revision.itemSchema !== undefined ? ['schema', 'itemSchema'] : ['schema']
  const text = { encoding: 'encoding-changed' }
  const named = { ...its, name: site.name || `the ${site.direction === 'response' ? 'response' : 'body'}` }
  compareMembers(comparison, named, media, dealtWith, text)
}
