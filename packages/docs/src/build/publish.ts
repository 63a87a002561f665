import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gte, prerelease, rcompare } from 'semver'

/** The first release whose tree builds a site of its own. */
const FIRST = '3.0.0'
const TAG = '@trading-network/spec@'

interface Published {
  /** The repository with the tags of the releases. */
  readonly repository: string
  /** The folder of the published site. It is replaced. */
  readonly out: string
  /** A folder with the sites of releases from earlier runs, by commit, place and addresses. A new one is added. */
  readonly kept?: string
  /** The folder for the checked-out trees. */
  readonly trees?: string
  /** Installs the dependencies of a checked-out tree. */
  readonly install?: (tree: string) => void
  /** Builds the site of a tree, for a place such as `v/3.0.0`, into a folder. */
  readonly build?: (tree: string, place: string, folder: string) => void
}

/**
 * Builds the published site: each release from its own tag, so that guides, samples, changelog and contract of a page
 * belong together. Each is at `v/<number>/`, the newest at the root too, and the tree between two releases at `next/`.
 * The copy of the newest leads to the root, until the next release.
 */
export function publish({
  repository,
  out,
  kept,
  trees = tmpdir(),
  install = installWithPnpm,
  build = buildSite,
}: Published): void {
  rmSync(out, { recursive: true, force: true })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' })
  const releases = git('tag', '--list', `${TAG}*`)
    .split('\n')
    .map(tag => tag.slice(TAG.length))
    .filter(version => version !== '' && gte(version, FIRST) && !prerelease(version))
    .sort(rcompare)

  /** Builds the tree of a commit for the first of some folders of the site. */
  function buildAt(commit: string, places: readonly string[]): void {
    const put = (built: string) => {
      for (const place of places) cpSync(built, join(out, place), { recursive: true })
    }
    const { DOCS_BASE = '', DOCS_SERVER = '', DOCS_SITE = '' } = process.env
    const made = [git('rev-parse', `${commit}^{}`).trim(), places[0], DOCS_BASE, DOCS_SERVER, DOCS_SITE]
    const name = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 20)
    // The tree between two releases changes with each push.
    const store = kept !== undefined && commit !== 'HEAD' ? join(kept, name) : undefined
    if (store !== undefined && existsSync(store)) {
      put(store)
      return
    }
    const tree = mkdtempSync(join(trees, 'docs-tree-'))
    git('worktree', 'add', '--detach', tree, commit)
    try {
      install(tree)
      const built = join(tree, 'packages/docs/published')
      build(tree, places[0] ?? '', built)
      put(built)
      if (store !== undefined) {
        // Whole or not at all: a copy that was stopped must not be taken for a site.
        cpSync(built, `${store}.new`, { recursive: true })
        renameSync(`${store}.new`, store)
      }
    } finally {
      git('worktree', 'remove', '--force', tree)
    }
  }

  const [newest] = releases
  for (const version of releases)
    buildAt(`${TAG}${version}`, [...(version === newest ? [''] : []), `v/${version}`])
  // The tree of a release is the release, and is built already.
  const isBetween = git('tag', '--points-at', 'HEAD', '--list', `${TAG}*`) === ''
  if (isBetween) buildAt('HEAD', ['next'])
  const versions = [
    ...releases.map(version => ({ name: version, place: version === newest ? '' : `v/${version}/` })),
    ...(isBetween ? [{ name: 'next', place: 'next/' }] : []),
  ]
  writeFileSync(join(out, 'versions.json'), JSON.stringify(versions))
}

function buildSite(tree: string, place: string, folder: string): void {
  // Vite would take these two for those of the site.
  const { BASE_URL: _, NODE_ENV: __, ...given } = process.env
  execFileSync(process.execPath, ['src/build/build.ts', '--out', folder], {
    cwd: join(tree, 'packages/docs'),
    env: { ...given, DOCS_PLACE: place },
    stdio: 'inherit',
  })
}

function installWithPnpm(tree: string): void {
  for (const words of ['install --frozen-lockfile', '--filter @trading-network/docs client-reference'])
    execFileSync('npx', ['-y', 'pnpm', ...words.split(' ')], { cwd: tree, stdio: 'inherit' })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'published' }, kept: { type: 'string' } },
  })
  publish({ repository: process.cwd(), out: values.out, ...(values.kept && { kept: values.kept }) })
}
