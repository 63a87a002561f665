import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const stable = archived(root).filter(version => isReleased(root, version) && !preReleaseTag(version))
  const last = stable.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
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

/** `beta` for 3.0.0-beta.1, nothing for a stable version. npm's tag of the same name leads to the newest of them. */
export function preReleaseTag(version: string): string | undefined {
  return /^[^-]+-([^.]+)/.exec(version)?.[1]
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
 * The problems of the archive: released contracts that are gone, or that have other bytes than in the last commit, in
 * the branch of a pull request's base, and in the tag of their own release. Who may commit and move tags can deceive this
 * check. The published packages of each version cannot change.
 */
export function archiveProblems(root: string): string[] {
  const base = process.env.GITHUB_BASE_REF
  const refs = ['HEAD', ...(base ? [`origin/${base}`] : [])]
  const problems = [
    ...refs.flatMap(ref => problemsSince(root, ref, '*')),
    ...archived(root).flatMap(version =>
      problemsSince(root, `refs/tags/@trading-network/spec@${version}`, version),
    ),
  ]
  return [...new Set(problems)]
}

/** The problems of versions that were released at a commit; none without git, or without such a commit. */
function problemsSince(root: string, ref: string, version: string): string[] {
  const lines = (...args: string[]) => {
    try {
      const text = execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
      return text.split('\n').filter(Boolean)
    } catch {
      return []
    }
  }
  const released = new Set(lines('ls-tree', '-r', '--name-only', ref, 'spec/changelog'))
  const isReleasedThere = (path: string) => released.has(path.replace(folder, 'spec/changelog'))
  const changed = lines('diff', '--name-only', '--no-renames', ref, '--', `${folder}/${version}.json`)
  const removed = [...released].filter(path => path.endsWith('.json') && !existsSync(join(root, path)))
  return [
    ...removed
      .filter(path => version === '*' || path === changelogPath(version))
      .map(path => `${path}, which ${ref} has, is gone`),
    ...changed.filter(isReleasedThere).map(path => `${path} is not the contract that ${ref} has`),
  ]
}
