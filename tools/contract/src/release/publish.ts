import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkPackages } from '@trading-network/test/packages'
import { pack } from './pack.ts'
import { command } from './process.ts'
import { upload } from './upload.ts'

type Print = (line: string) => void

/** Builds, checks and packs the public packages into a folder, with their bills of materials. */
export async function packChecked(root: string, folder: string, print: Print): Promise<0 | 1> {
  const problem = await checkPackages()
  if (problem !== undefined) {
    print(problem)
    return 1
  }
  for (const { name, version } of await pack(root, resolve(folder))) print(`${name} ${version}`)
  return 0
}

/**
 * Builds, checks and publishes the public packages that the registry lacks, and tags their commit.
 *
 * @param isDry Packs and lists instead of publishing.
 */
export async function publish(root: string, isDry: boolean, print: Print): Promise<0 | 1> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'packed-'))
  if ((await packChecked(root, folder.path, print)) !== 0) return 1
  if (isDry) print('\nNothing was published: this was a dry run.')
  else {
    upload(folder.path)
    // A version keeps the tag of its first release.
    await command(root, 'changeset', ['tag'])
  }
  return 0
}
