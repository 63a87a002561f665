import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Publishes the packed packages of a folder that the registry does not have yet, so a release that failed half-way is
 * repeated with the same command. It needs Node and pnpm, and nothing that is installed: the workflow runs it where it
 * proves its identity.
 *
 * usage: upload.ts <folder> [--stage] [--provenance] [--registry <url>]
 */

/** One package, ready to be published. */
export interface Packed {
  name: string
  version: string
  /** npm's tag: `latest`, or `beta` for a beta, which nobody gets without asking. */
  tag: string
  /** The tarball, in the folder of the list. */
  file: string
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

/** @returns All packages of the folder: those that it published and those that the registry had. */
export function upload(folder: string, options: UploadOptions = {}): Packed[] {
  const packages = JSON.parse(readFileSync(join(folder, packedList), 'utf8')) as Packed[]
  for (const { name, version, tag, file } of packages.filter(each => !isPublished(each, options))) {
    const { stage, provenance } = options
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

function from({ registry }: UploadOptions): string[] {
  return registry === undefined ? [] : ['--registry', registry]
}

function isPublished({ name, version }: Packed, options: UploadOptions): boolean {
  const args = ['view', `${name}@${version}`, 'version', '--json', ...from(options)]
  const { status, stdout, stderr } = spawnSync('pnpm', args, { encoding: 'utf8' })
  if (status === 0) return stdout.includes(version)
  if (/NOT_FOUND|_404/.test(stdout + stderr)) return false
  throw new Error(`the registry does not tell if ${name} ${version} exists: ${stdout}${stderr}`)
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
