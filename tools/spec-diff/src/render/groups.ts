import type { Change, Report } from '../report.ts'
import type { Class } from '../rules/rule.ts'

/** Headings in the order of what readers must know first. */
const headings = [
  {
    title: 'Breaking',
    says: 'working calls or programs will fail',
    has: (each: Change) => each.surface === 'wire' && each.class === 'breaking',
  },
  {
    title: 'May break',
    says: 'check if it affects you',
    has: (each: Change) => each.surface === 'wire' && each.class === 'may-break',
  },
  {
    title: 'Added and relaxed',
    says: 'safe for every client',
    has: (each: Change) => each.surface === 'wire' && each.class === 'non-breaking',
  },
  {
    title: 'Types only',
    says: 'affects programs that import the types, not clients',
    has: (each: Change) => each.surface === 'types' && each.class !== 'documentation',
  },
  {
    title: 'Documentation',
    says: 'texts, examples, extensions',
    has: (each: Change) => each.class === 'documentation',
  },
]

/** The headings that have changes, with these by operation; those of several operations are under one name. */
export function sectionsOf(report: Report) {
  return headings.flatMap(({ title, says, has }) => {
    const changes = report.changes.filter(has)
    const groups = Map.groupBy(changes, change => placeOf(report, change))
    return changes.length === 0 ? [] : [{ title, says, count: changes.length, groups }]
  })
}

/** The class of a wire change for importers of the types, where it is another one. */
export function otherClass({ surface, impact, class: verdict }: Change): string | undefined {
  const isOther = surface === 'wire' && impact.types !== null && impact.types !== verdict
  return isOther ? words[impact.types as Class] : undefined
}

/** The label of the operations of a change. */
function placeOf(report: Report, { operations, location, surface }: Change): string {
  if (operations.length === 0)
    return surface === 'types'
      ? 'Types'
      : `The contract${location.startsWith('components') ? '' : ' as a whole'}`
  const names = operations.map(label => nameOf(report, label))
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

/** `Get stake (GET /stake)`, from what the contract says about the operation. */
function nameOf(report: Report, label: string): string {
  const { operationId, summary } = report.operations[label] ?? {}
  return summary ?? operationId ?? label
}

/** Where a change is: its only place, or the changed component with the number of its places. */
export function whereOf({ location, locations, components }: Change): string {
  const more = locations.length - 1
  if (more <= 0) return location
  const [first, ...others] = components
  if (first === undefined) return `${location} and ${more} more place${more > 1 ? 's' : ''}`
  const named =
    others.length === 0
      ? first
      : `${[first, ...others.slice(0, 2)].join(', ')}${others.length > 2 ? ` and ${others.length - 2} more` : ''}`
  return `${named}, in ${more + 1} places`
}

/** The sentence about the message that proves a change. */
export function witnessOf({ witness }: Change): string | undefined {
  if (!witness) return undefined
  return `${witness.kind === 'request' ? 'worked before, is refused now' : 'is sent now, was not valid before'}: ${witness.text}`
}

/** The name of the class for people. */
export const words = {
  breaking: 'breaking',
  'may-break': 'may break',
  'non-breaking': 'non-breaking',
  documentation: 'documentation',
} as const
