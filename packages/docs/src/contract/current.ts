import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'
import { type Described, describeContract } from './described.ts'
import type { Contract } from './document.ts'

/** A contract with the text of its file. */
export interface ContractFile {
  readonly version: string
  readonly contract: Contract
  readonly json: string
}

/** Every released contract, the newest first. */
export const released: readonly ContractFile[] = globSync('released/[0-9]*.json', { cwd: contracts })
  .map(path => read(path))
  .sort((one, other) => compare(other.version, one.version))

const file = read('dist/openapi.json')
const release = released.find(({ json }) => json === file.json)

/** False for the tree between two releases, whose contract is in none of them. */
export const isReleased = release !== undefined

/** The version for readers, such as `3.1.0`, or `3.1.0-next` between two releases. */
export const versionName = file.version

/** The contract of this site. Everything that the site has belongs to it: guides, samples and changelog. */
export const current: Described & { readonly json: string; readonly yaml: string } = {
  ...describeContract(file.contract, [
    ...released
      .filter(({ version }) => compare(version, file.version) < 0)
      .toReversed()
      .map(({ version, contract }) => [version, contract] as const),
    [file.version, file.contract],
  ]),
  json: file.json,
  yaml: readFileSync(join(contracts, 'dist/openapi.yaml'), 'utf8'),
}

/** The page of a schema, from the site's base on. */
export function schemaPath(name: string): string {
  const kind = current.schemas.find(schema => schema.name === name)?.kind ?? 'schemas'
  return `${kind}/${name}/`
}

/** The page of an operation, from the site's base on. */
export function operationPath(id: string): string {
  return `operations/${id}/`
}

function read(path: string): ContractFile {
  const json = readFileSync(join(contracts, path), 'utf8')
  const contract = JSON.parse(json) as Contract
  return { version: contract.info.version, contract, json }
}
