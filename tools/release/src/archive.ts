import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bump } from '@trading-network/spec-diff'

/** One contract as it was released. */
export interface Release {
  version: string
  /** Of the archived file's bytes. */
  sha256: string
  /** The step that the contract took; `none` for the first. */
  bump: Bump
  /** Not published yet: it may be frozen again. */
  draft?: true
  /** Hash of this line and of all before it. */
  seal: string
}

const folder = 'spec/released'
const indexPath = `${folder}/index.json`

/** Where the contract of a version is archived, from the root of the repository. */
export function archivePath(version: string): string {
  return `${folder}/${version}.json`
}

/** The archived releases, oldest first. */
export function releases(root: string): Release[] {
  const file = join(root, indexPath)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release[]) : []
}

/**
 * The release that changes are compared with: a draft, else the last stable one. A pre-release is no base. Its changes
 * belong to the stable release after it.
 */
export function baseRelease(root: string): Release | undefined {
  const lines = releases(root)
  return lines.at(-1)?.draft ? lines.at(-1) : lines.findLast(({ version }) => !preReleaseTag(version))
}

/** `beta` for 3.0.0-beta.1, nothing for a stable version. npm's tag of the same name leads to the newest of them. */
export function preReleaseTag(version: string): string | undefined {
  return /^[^-]+-([^.]+)/.exec(version)?.[1]
}

/**
 * Archives the contract of a version. Only the newest line may be written again, and only while it is a draft.
 *
 * @param text The bundle, as JSON.
 */
export function freeze(
  root: string,
  text: string,
  release: { version: string; bump: Bump; draft: boolean },
): void {
  const earlier = releases(root)
  const last = earlier.at(-1)
  if (last?.version === release.version) {
    if (!last.draft) throw new Error(`${release.version} is released: its contract cannot change any more`)
    earlier.pop()
  }
  const { version, bump, draft } = release
  const line = { version, sha256: hash(text), bump, ...(draft ? { draft } : {}) }
  const lines = [...earlier, { ...line, seal: sealOf(line, earlier.at(-1)) }]
  writeFileSync(join(root, archivePath(version)), text)
  writeFileSync(join(root, indexPath), `${JSON.stringify(lines, null, 2)}\n`)
}

/** The problems of the archive: lines and files that changed after their release. */
export function archiveProblems(root: string): string[] {
  const lines = releases(root)
  const problems: string[] = []
  lines.forEach(({ seal, ...line }, i) => {
    const file = join(root, archivePath(line.version))
    if (!existsSync(file)) problems.push(`${archivePath(line.version)} is missing`)
    else if (hash(readFileSync(file, 'utf8')) !== line.sha256)
      problems.push(
        `${archivePath(line.version)} is not the file that was archived${line.draft ? '; `pnpm release freeze` archives it again' : ''}`,
      )
    if (seal !== sealOf(line, lines[i - 1]))
      problems.push(`${indexPath}: the line of ${line.version} or one before it was edited`)
  })
  const known = new Set(lines.map(({ version }) => `${version}.json`))
  for (const name of readdirSync(join(root, folder)))
    if (name !== 'index.json' && !known.has(name)) problems.push(`${folder}/${name} is not in the index`)
  return [...problems, ...lostLines(root, lines)]
}

/** Released lines that the history has and the index does not: seals alone would not show an index that starts anew. */
function lostLines(root: string, lines: readonly Release[]): string[] {
  const refs = ['HEAD', ...(process.env.GITHUB_BASE_REF ? [`origin/${process.env.GITHUB_BASE_REF}`] : [])]
  const seals = new Set(lines.map(({ seal }) => seal))
  return refs.flatMap(ref => {
    const lost = committed(root, ref).filter(({ draft, seal }) => !draft && !seals.has(seal))
    return lost.map(
      ({ version }) => `${indexPath}: the line of ${version}, which ${ref} has, is gone or edited`,
    )
  })
}

function committed(root: string, ref: string): Release[] {
  try {
    const text = execFileSync('git', ['show', `${ref}:${indexPath}`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return JSON.parse(text.toString()) as Release[]
  } catch {
    // No git, no such commit, or no index in it: there is nothing to compare with.
    return []
  }
}

function sealOf(line: Omit<Release, 'seal'>, before: Release | undefined): string {
  const { version, sha256, bump, draft } = line
  return hash(JSON.stringify([before?.seal ?? '', version, sha256, bump, draft ?? false]))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
