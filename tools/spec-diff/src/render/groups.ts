import type { Change, Report } from '../report.ts'
import { type Class, classes } from '../rules/rule.ts'

const onWire = (verdict: Class) => (change: Change) => change.surface === 'wire' && change.class === verdict
const inTypes = ({ surface, class: verdict }: Change) => surface === 'types' && verdict !== 'documentation'

/** Titles with their explanation and their changes, the most important first. */
const headings = [
  ['Breaking', 'working calls or programs will fail', onWire('breaking')],
  ['May break', 'check if it affects you', onWire('may-break')],
  ['Added and relaxed', 'safe for every client', onWire('non-breaking')],
  ['Types only', 'affects programs that import the types, not clients', inTypes],
  ['Documentation', 'texts, examples, extensions', (change: Change) => change.class === 'documentation'],
] as const

/** The headings that have changes, with these by operation; those of several operations are under one name. */
export function sectionsOf(report: Report) {
  return headings.flatMap(([title, says, has]) => {
    const changes = report.changes.filter(has)
    const groups = Map.groupBy(changes, change => placeOf(report, change))
    return changes.length === 0 ? [] : [{ title, says, count: changes.length, groups }]
  })
}

/** The class of a wire change for importers of the types, where it is another one. */
export function otherClass({ surface, impact, class: verdict }: Change): string | undefined {
  const { types } = impact
  return surface === 'wire' && types !== null && types !== verdict ? styles[types].name : undefined
}

/** The operations of a change by their summary, or else by operationId or path. */
function placeOf({ operations: known }: Report, { operations, location, surface }: Change): string {
  const names = operations.map(label => known[label]?.summary ?? known[label]?.operationId ?? label)
  if (names.length > 3) return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
  if (names.length > 0) return names.join(', ')
  if (surface === 'types') return 'Types'
  return location.startsWith('components') ? 'The contract' : 'The contract as a whole'
}

/** The only place of a change, or the changed component with the number of its places. */
export function whereOf({ location, locations, components }: Change): string {
  const more = locations.length - 1
  if (more <= 0) return location
  if (components.length === 0) return `${location} and ${more} more place${more > 1 ? 's' : ''}`
  const others = components.length > 3 ? ` and ${components.length - 3} more` : ''
  return `${components.slice(0, 3).join(', ')}${others}, in ${more + 1} places`
}

/** The sentence about the message that proves a change. */
export function witnessOf({ witness }: Change): string | undefined {
  if (!witness) return undefined
  const isRequest = witness.kind === 'request'
  return `${isRequest ? 'worked before, is refused now' : 'is sent now, was not valid before'}: ${witness.text}`
}

/** The number of changes of each class that the report has, and of those that it does not list. */
export function countsOf({ counts, changes }: Report): string {
  const parts = classes
    .filter(verdict => counts[verdict] > 0)
    .map(verdict => {
      const hidden = counts[verdict] - changes.filter(change => change.class === verdict).length
      const note = hidden === 0 ? '' : hidden === counts[verdict] ? ' (not shown)' : ` (${hidden} not shown)`
      return `${counts[verdict]} ${styles[verdict].name}${note}`
    })
  return parts.length === 0 ? 'No difference that anybody can see.' : `${parts.join(', ')}.`
}

/** The presentation of each class: its name for people, its mark at a terminal, and its level at GitHub. */
export const styles = {
  breaking: { name: 'breaking', mark: '✗', colour: 'red', level: 'error' },
  'may-break': { name: 'may break', mark: '!', colour: 'yellow', level: 'warning' },
  'non-breaking': { name: 'non-breaking', mark: '+', colour: 'green', level: 'notice' },
  documentation: { name: 'documentation', mark: '·', colour: 'gray', level: 'notice' },
} as const
