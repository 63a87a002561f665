import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Publishes the packed packages of a folder that the registry does not have yet, so a release that failed half-way is
 * repeated with the same command. `changeset publish` packs what was not checked, has one tag for all packages, also for a
 * hotfix of an older line, and cannot stage. This needs Node and pnpm, and nothing that is installed: the workflow runs it
 * where it proves its identity.
 *
 * usage: upload.ts <folder> [--stage] [--provenance] [--registry <url>]
 */

/** One package, ready to be published. */
export interface Packed {
  name: string
  version: string
  /** The tarball, in the folder of the list. */
  file: string
}

/** A package in the registry: its versions, and npm's tags with their versions. */
interface Published {
  versions: readonly string[]
  tags: Readonly<Record<string, string>>
}

/** The file of the folder that lists its packages in their order. */
export const packedList = 'packages.json'

export interface UploadOptions {
  /** Leaves each version for a person to approve; the package must exist. */
  stage?: boolean
  /** Signs where each package was built, by the identity of a workflow. */
  provenance?: boolean
  /** Another registry than npm's: the rehearsals have their own. */
  registry?: string
}

/**
 * Asks the registry about all packages before it publishes the first.
 *
 * @returns All packages of the folder: those that it published and those that the registry had.
 */
export function upload(folder: string, options: UploadOptions = {}): Packed[] {
  const packages = JSON.parse(readFileSync(join(folder, packedList), 'utf8')) as Packed[]
  const known = packages.map(each => ({ ...each, published: publishedOf(each.name, options) }))
  for (const { name, version, file, published } of known) {
    if (published.versions.includes(version)) continue
    const { stage, provenance } = options
    const tag = tagOf(version, published.tags.latest)
    console.log(`${stage ? 'staging' : 'publishing'} ${name} ${version} as ${tag}`)
    execFileSync(
      'pnpm',
      [
        ...(stage ? ['stage', 'publish'] : ['publish']),
        ...[resolve(folder, file), '--tag', tag, '--access', 'public', '--no-git-checks', '--ignore-scripts'],
        ...(provenance ? ['--provenance'] : []),
        ...from(options),
      ],
      { stdio: 'inherit' },
    )
  }
  return packages
}

/**
 * The tag of npm for a version: `latest` for the newest stable one, `v2.1` for a later version of an older line, `beta`
 * for a beta. So a hotfix of an older line changes nothing for those who install the newest.
 *
 * @param latest The version that has the tag `latest` now; undefined before the first release.
 */
export function tagOf(version: string, latest: string | undefined): string {
  const [stable = '', beta] = version.split('-')
  if (beta !== undefined) return beta.replace(/\..*/, '')
  // A stable version is newer than its betas, and no version is published twice.
  const newest = latest?.replace(/-.*/, '') ?? ''
  const isNewest = stable.localeCompare(newest, 'en', { numeric: true }) >= 0
  return isNewest ? 'latest' : `v${stable.replace(/\.\d+$/, '')}`
}

function publishedOf(name: string, options: UploadOptions): Published {
  const args = ['view', name, 'versions', 'dist-tags', '--json', ...from(options)]
  const { status, stdout, stderr } = spawnSync('pnpm', args, { encoding: 'utf8' })
  if (status === 0) {
    const { versions, 'dist-tags': tags } = JSON.parse(stdout)
    // pnpm prints a single version without a list.
    return { versions: [versions].flat(), tags }
  }
  if (/NOT_FOUND|_404/.test(stdout + stderr)) return { versions: [], tags: {} }
  throw new Error(`the registry does not tell the versions of ${name}: ${stdout}${stderr}`)
}

function from({ registry }: UploadOptions): string[] {
  return registry === undefined ? [] : ['--registry', registry]
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'boolean' },
      provenance: { type: 'boolean' },
      registry: { type: 'string' },
    },
  })
  // For the job that tags them.
  const tags = upload(positionals[0] ?? '.', values)
    .map(({ name, version }) => `${name}@${version}`)
    .join(' ')
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `tags=${tags}\n`)
}
