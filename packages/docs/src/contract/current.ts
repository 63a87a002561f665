import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'
import { type Contract, namedSchemas } from './document.ts'
import { operationsOf } from './operation.ts'
import { partKey, sinceOf } from './since.ts'
import { usesOf } from './uses.ts'
import { describe, type Value } from './value.ts'

/** A named schema of the contract. */
export interface Schema extends Value {
  readonly name: string
  readonly kind: 'enums' | 'schemas'
}

/** Every released contract, the newest first. */
export const released = globSync('released/[0-9]*.json', { cwd: contracts })
  .map(path => read(path))
  .sort((one, other) => compare(other.version, one.version))

const file = read('dist/openapi.json')
const earlier = released.filter(each => compare(each.version, file.version) < 0).reverse()
const contract = { ...file.contract, since: sinceOf([...earlier, file]) }

/** False for the tree between two releases, whose contract is in none of them. */
export const isReleased = released.some(({ json }) => json === file.json)

/** The contract of this site. Everything that the site has belongs to it: guides, samples and changelog. */
export const current = {
  ...file,
  yaml: readFileSync(join(contracts, 'dist/openapi.yaml'), 'utf8'),
  operations: operationsOf(contract),
  schemas: namedSchemas(contract)
    .map(([name, schema]): Schema => {
      const kind = schema.enum ? 'enums' : 'schemas'
      return { ...describe(contract, schema, name), since: contract.since.get(partKey(name)), name, kind }
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en')),
  /** Where each schema is used. */
  uses: usesOf(contract),
}

/** True for a schema that only wraps others: a response, a page or an edge. */
export function isEnvelope({ name, fields }: Schema): boolean {
  return fields.length > 0 && /(Edge|Page|List)$/.test(name)
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

/** A contract with its version, such as `3.1.0`, or `3.1.0-next` between two releases, and the text of its file. */
function read(path: string) {
  const json = readFileSync(join(contracts, path), 'utf8')
  const contract = JSON.parse(json) as Contract
  return { version: contract.info.version, contract, json }
}
