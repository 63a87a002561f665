import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { command } from './process.ts'
import { manifestOf } from './surface/package-surface.ts'
import { type Packed, packedList } from './upload.ts'

/**
 * The folders of the published packages, each after those that it depends on: an interrupted release leaves none that
 * cannot be installed.
 */
export const folders = ['spec', ...PUBLISHED]

/**
 * Packs the public packages into a folder that `upload` publishes from. The same files give the same bytes.
 *
 * @param hasBill Lists the files, and adds a bill of materials (CycloneDX) for each package: all it depends on.
 */
export async function pack(root: string, folder: string, hasBill = true): Promise<Packed[]> {
  mkdirSync(folder, { recursive: true })
  const packages = folders.map(each => packedOf(root, each))
  const quietly = hasBill ? [] : ['--silent']
  for (const each of folders)
    await command(join(root, each), 'pnpm', ['pack', '--pack-destination', folder, ...quietly])
  if (hasBill)
    await command(root, 'pnpm', [
      ...['sbom', '--sbom-format', 'cyclonedx', '--prod', '--split', '--out', join(folder, '%s-%v.cdx.json')],
      ...packages.flatMap(({ name }) => ['--filter', name]),
    ])
  writeFileSync(join(folder, packedList), `${JSON.stringify(packages, null, 2)}\n`)
  return packages
}

function packedOf(root: string, folder: string): Packed {
  const { name, version } = manifestOf(root, folder)
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  return { name, version, file }
}
