import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prerelease, rsort } from 'semver'

const folder = 'spec/released'

/** Where the contract of a version is archived, from the root of the repository. */
export function archivePath(version: string): string {
  return `${folder}/${version}.json`
}

/** Where the facts and the changes of a release are, from the root of the repository. */
export function changelogPath(version: string): string {
  return `spec/changelog/${version}.json`
}

/**
 * The version that changes are compared with: the last stable release. A pre-release is no base. Its changes belong to
 * the stable release after it. The branch of a hotfix has no release after its own line.
 *
 * @throws Error without any release.
 */
export function baseRelease(root: string): string {
  const stable = archived(root).filter(version => isReleased(root, version) && !prerelease(version))
  const [last] = rsort(stable)
  if (last === undefined) throw new Error(`${folder} has no release to compare with`)
  return last
}

function archived(root: string): string[] {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.json'))
  return names.map(name => name.replace(/\.json$/, ''))
}

/** True for a version with a changelog. */
export function isReleased(root: string, version: string): boolean {
  return existsSync(join(root, changelogPath(version)))
}

/**
 * Archives the contract of a version.
 *
 * @param text The bundle, as JSON.
 * @throws Error for a version that is released.
 */
export function freeze(root: string, version: string, text: string): void {
  if (isReleased(root, version))
    throw new Error(`${version} is released: its contract cannot change any more`)
  writeFileSync(join(root, archivePath(version)), text)
}

/**
 * The problems of the archive: contracts and changelogs of releases that are gone, or that have other bytes than in the last
 * commit and in the branch of a pull request's base, and contracts with other bytes than in the tag of their release. Who may
 * commit and move tags can deceive this check. The published packages of each version cannot change.
 */
export function archiveProblems(root: string): string[] {
  const base = process.env.GITHUB_BASE_REF
  const problems = ['HEAD', ...(base ? [`origin/${base}`] : [])].flatMap(ref =>
    changedSince(root, ref, `${folder}/*.json`, changelogPath('*')),
  )
  const tagged = archived(root).flatMap(version => changedSince(root, tagOf(version), archivePath(version)))
  return [...new Set([...problems, ...tagged])]
}

const tagOf = (version: string) => `refs/tags/@trading-network/spec@${version}`

/** The archived versions whose tag git does not have, as in a clone without tags. Nothing compares these with it. */
export function withoutTag(root: string): string[] {
  const isTagged = (version: string) =>
    spawnSync('git', ['rev-parse', '--quiet', '--verify', tagOf(version)], { cwd: root }).status === 0
  return archived(root).filter(version => !isTagged(version))
}

/** The files that a commit has and that are gone or different; none without git, or without that commit. */
function changedSince(root: string, ref: string, ...paths: string[]): string[] {
  const args = ['diff', '--name-only', '--no-renames', '--diff-filter=MD', ref, '--', ...paths]
  try {
    const text = execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
    return text
      .split('\n')
      .filter(Boolean)
      .map(path => `${path} is not what ${ref} has`)
  } catch {
    return []
  }
}
