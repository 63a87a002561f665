import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
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
 */
export function baseRelease(root: string): string {
  const stable = archived(root).filter(version => isReleased(root, version) && !prerelease(version))
  return rsort(stable)[0] as string
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
 * Compares the contracts and changelogs of releases with the last commit and with the branch of a pull request's base, and each
 * contract with the tag of its release. None may be gone or have other bytes. Who may commit and move tags can deceive this
 * check. The published packages of each version cannot change.
 */
export function archiveComparisons(root: string) {
  const base = process.env.GITHUB_BASE_REF
  const commits = ['HEAD', ...(base ? [`origin/${base}`] : [])].map(ref =>
    changedSince(root, ref, `${folder}/*.json`, changelogPath('*')),
  )
  const tags = archived(root).map(version =>
    changedSince(root, `refs/tags/@trading-network/spec@${version}`, archivePath(version)),
  )
  return [...commits, ...tags]
}

/** The problems are undefined if git has no such commit here. */
function changedSince(root: string, ref: string, ...paths: string[]) {
  const args = ['diff', '--name-only', '--no-renames', '--diff-filter=MD', ref, '--', ...paths]
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) return { ref, problems: undefined }
  const changed = stdout.split('\n').filter(Boolean)
  return { ref, problems: changed.map(path => `${path} is not what ${ref} has`) }
}
