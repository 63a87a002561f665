import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One archived contract. */
export interface Archived {
  version: string
  /** Not published yet: it has no changelog, and may be archived again. */
  isDraft: boolean
}

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
 * The contract that changes are compared with: a draft, else the last stable release. A pre-release is no base. Its
 * changes belong to the stable release after it. The branch of a hotfix has no release after its own line.
 */
export function baseRelease(root: string): Archived | undefined {
  const stable = archived(root).filter(({ version }) => !preReleaseTag(version))
  const byVersion = (a: Archived, b: Archived) => a.version.localeCompare(b.version, 'en', { numeric: true })
  return stable.sort(byVersion).at(-1)
}

function archived(root: string): Archived[] {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.json'))
  const versions = names.map(name => name.replace(/\.json$/, ''))
  return versions.map(version => ({ version, isDraft: !isReleased(root, version) }))
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
  const versions = archived(root).map(({ version }) => version)
  const problems = [
    ...['HEAD', ...(base ? [`origin/${base}`] : [])].flatMap(ref => problemsSince(root, ref, () => true)),
    ...versions.flatMap(version =>
      problemsSince(root, `refs/tags/@trading-network/spec@${version}`, each => each === version),
    ),
  ]
  return [...new Set(problems)]
}

function problemsSince(root: string, ref: string, isMeant: (version: string) => boolean): string[] {
  const blobs = blobsOf(root, ref)
  return [...blobs].flatMap(([path, blob]) => {
    const [, version] = /^spec\/released\/(\d.*)\.json$/.exec(path) ?? []
    if (version === undefined || !isMeant(version) || !blobs.has(changelogPath(version))) return []
    if (!isReleased(root, version)) return [`${changelogPath(version)}, which ${ref} has, is gone`]
    return blob === blobOf(join(root, path)) ? [] : [`${path} is not the contract that ${ref} has`]
  })
}

/** The hashes of the archive's files in a commit, by path; none without git, or without such a commit. */
function blobsOf(root: string, ref: string): Map<string, string> {
  const args = ['ls-tree', '-r', '--format=%(path) %(objectname)', ref, folder, 'spec/changelog']
  try {
    const text = execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
    return new Map(text.split('\n').map(line => line.split(' ') as [string, string]))
  } catch {
    return new Map()
  }
}

/** The hash that git gives a file. */
function blobOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
