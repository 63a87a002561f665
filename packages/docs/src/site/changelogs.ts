import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../repository.ts'

/** The parts of a spec diff's report that the page of a release shows. */
interface Report {
  readonly base: { readonly version: string }
  readonly revision: { readonly version: string }
  readonly changes: readonly Change[]
}

/** One change between two versions of the contract. */
export interface Change {
  /** `breaking`, `may-break`, `non-breaking` or `documentation`. */
  readonly class: string
  /** Where, in words. */
  readonly location: string
  /** A sentence for callers. */
  readonly message: string
  /** A sentence for importers of the types, where they see it. */
  readonly typesMessage?: string
}

/** What changed from one version of the contract to the next. */
export interface Changelog {
  readonly version: string
  readonly before: string
  readonly changes: readonly Change[]
}

/** The reports that the spec diff wrote at releases, the newest first; none before the second release. */
export const changelogs: readonly Changelog[] = globSync('spec/changelog/*.json', { cwd: repository })
  .map(path => JSON.parse(readFileSync(join(repository, path), 'utf8')) as Report)
  .map(({ base, revision, changes }) => ({ version: revision.version, before: base.version, changes }))
  .sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }))
