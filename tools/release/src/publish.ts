import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackages, PUBLISHED } from '@trading-network/test/packages'
import { command } from './process.ts'

/**
 * Builds, checks and publishes the public packages, with provenance in CI.
 *
 * @param isDry Packs and lists instead of publishing.
 */
export async function publish(root: string, isDry: boolean, print: (line: string) => void): Promise<0 | 1> {
  const problem = await checkPackages()
  if (problem !== undefined) {
    print(problem)
    return 1
  }
  if (!isDry) {
    await command(root, 'pnpm', [
      'publish',
      '--recursive',
      '--access',
      'public',
      '--no-git-checks',
      ...provenance(),
    ])
    await command(root, 'changeset', ['git-tag'])
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'packed-'))
  try {
    for (const each of ['spec', ...PUBLISHED]) {
      print(`\n${each}`)
      await command(join(root, each), 'pnpm', ['pack', '--pack-destination', folder])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  print('\nNothing was published: this was a dry run.')
  return 0
}

/** Provenance is signed by the workflow's own identity, which only it has. */
function provenance(): string[] {
  return process.env.ACTIONS_ID_TOKEN_REQUEST_URL ? ['--provenance'] : []
}
