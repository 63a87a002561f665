import type { Edition } from '../contract/edition.ts'
import { current, editions, standing } from '../contract/editions.ts'
import { type Change, type Changelog, changelogs } from './changelogs.ts'

/** Operations with the same changes. */
export interface Section {
  readonly title: string
  /** The operation of the links: the first one. None for changes of the contract as a whole. */
  readonly operationId: string
  readonly changes: readonly Change[]
}

/** A version of the contract with its changes. */
export interface Release {
  /** `Next`, or the version. */
  readonly name: string
  readonly slug: string
  readonly edition: Edition
  /** Day of the release; none before it. */
  readonly date?: string
  readonly previous?: string
  /** The packages that contain this version, with theirs: `types 3.0.0, server 3.0.0`. */
  readonly packages: string
  readonly summary: string
  readonly sections: readonly Section[]
}

const containing = ['types', 'fetch', 'server', 'conformance']

/** Every version once, the newest first. The newest release has its pages at the root of the site. */
export function releaseHistory(): Release[] {
  return editions
    .filter(edition => edition === standing || edition.json !== standing.json)
    .map(edition => {
      const isNext = edition === current && current !== standing
      const changelog = isNext ? undefined : changelogs.find(({ version }) => version === edition.version)
      const { date, previous, packages = {}, operations = [] } = changelog ?? {}
      const sections = sectionsOf(operations, edition)
      return {
        name: isNext ? 'Next' : edition.version,
        slug: isNext ? 'next' : edition.version,
        edition,
        ...(date !== undefined && { date }),
        ...(previous !== undefined && { previous }),
        packages: containing
          .flatMap(name => (packages[name] === undefined ? [] : `${name} ${packages[name]}`))
          .join(', '),
        summary: summaryOf(isNext, previous, sections),
        sections,
      }
    })
}

function summaryOf(isNext: boolean, previous: string | undefined, sections: readonly Section[]): string {
  if (isNext) return 'The contract as it is now, before its release.'
  if (previous === undefined) return 'The first version.'
  const count = sections.reduce((sum, { changes }) => sum + changes.length, 0)
  return `${count} ${count === 1 ? 'change' : 'changes'} since ${previous}.`
}

/** Joins operations with the same changes: a new header would otherwise be listed once for each of them. */
function sectionsOf(operations: Changelog['operations'], edition: Edition): Section[] {
  const groups = new Map<string, Changelog['operations'][number][]>()
  for (const operation of operations) {
    const key = JSON.stringify(operation.changes.map(({ location, rest, types }) => [location, rest, types]))
    groups.set(key, [...(groups.get(key) ?? []), operation])
  }
  return [...groups.values()].map(group => {
    const [{ operationId = '', changes }] = group as [Changelog['operations'][number]]
    const names = group.map(({ operation, summary }) => summary || operation || 'The contract as a whole')
    const isAll = group.length > 1 && group.length === edition.operations.length
    return { title: isAll ? 'All operations' : names.join(', '), operationId, changes }
  })
}
