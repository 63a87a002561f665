import { current, type Edition, editions, standing } from '../contract/edition.ts'
import { type Changelog, changelogs } from './changelogs.ts'

/** A version of the contract with its changes. */
export interface Release {
  /** `Next`, or the version. */
  readonly name: string
  readonly slug: string
  readonly edition: Edition
  /** Day of the release; none before it. */
  readonly date?: string
  readonly previous?: string
  readonly summary: string
  readonly operations: Changelog['operations']
}

/** Every version once, the newest first. The newest release has its pages at the root of the site. */
export function releaseHistory(): Release[] {
  return editions
    .filter(edition => edition === standing || edition.json !== standing.json)
    .map(edition => {
      const isNext = edition === current && current !== standing
      const changelog = isNext ? undefined : changelogs.find(({ version }) => version === edition.version)
      const { date, previous, operations = [] } = changelog ?? {}
      return {
        name: isNext ? 'Next' : edition.version,
        slug: isNext ? 'next' : edition.version,
        edition,
        ...(date !== undefined && { date }),
        ...(previous !== undefined && { previous }),
        summary: summaryOf(isNext, previous, operations),
        operations,
      }
    })
}

function summaryOf(
  isNext: boolean,
  previous: string | undefined,
  operations: Changelog['operations'],
): string {
  if (isNext) return 'The contract as it is now, before its release.'
  if (previous === undefined) return 'The first version.'
  const count = operations.reduce((sum, { changes }) => sum + changes.length, 0)
  return `${count} ${count === 1 ? 'change' : 'changes'} since ${previous}.`
}
