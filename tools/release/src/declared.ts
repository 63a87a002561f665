import { readChangesets } from '@changesets/read'
import { type Bump, higher } from '@trading-network/spec-diff'

/** What the changesets of the repository declare for a package. */
export interface Declared {
  bump: Bump
  /** Who stands for a major step, as the changesets that declare it name them. */
  confirmedBy: string[]
}

const confirmation = /^Breaking change confirmed by:[ \t]*(\S.*)$/m

/**
 * The highest bump that the changesets name the package with. The release plan is not asked: there, groups and
 * dependents raise a package that no changeset speaks about.
 */
export async function declared(root: string, name: string): Promise<Declared> {
  const result: Declared = { bump: 'none', confirmedBy: [] }
  for (const { releases, summary } of await readChangesets(root)) {
    const its = releases.find(release => release.name === name)
    if (!its) continue
    result.bump = higher(result.bump, its.type)
    const who = its.type === 'major' ? confirmation.exec(summary)?.[1] : undefined
    if (who) result.confirmedBy.push(who.trim())
  }
  return result
}
