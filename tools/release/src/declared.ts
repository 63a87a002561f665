import { readChangesets } from '@changesets/read'
import { type Bump, higher } from '@trading-network/spec-diff'

/** The step that the changesets of the repository declare for a package. */
export interface Declared {
  bump: Bump
  /** Names of the people who confirmed a major step in its changesets. */
  confirmedBy: string[]
}

const confirmation = /^Breaking change confirmed by:[ \t]*(\S.*)$/m

/**
 * The highest bump that the changesets name the package with. The release plan is not used, because groups and
 * dependents in it raise packages without a changeset.
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
