import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../repository.ts'
import type { Contract } from './document.ts'
import { type Operation, operationsOf } from './operation.ts'
import { type Uses, usesOf } from './uses.ts'
import { describe, type Value } from './value.ts'

/** A named schema of the contract. */
export interface Schema extends Value {
  readonly name: string
  readonly kind: 'enums' | 'schemas'
  readonly uses: Uses
}

/** One version of the contract, ready to be shown: the current one at the root, a released one under `v/`. */
export interface Edition {
  readonly contract: Contract
  readonly version: string
  /** Between the site's base and the page: empty for the current contract, else such as `v/2.0.0/`. */
  readonly prefix: string
  readonly operations: readonly Operation[]
  readonly schemas: readonly Schema[]
  /** The contract's text as JSON and, for the current one, as YAML. */
  readonly json: string
  readonly yaml?: string
}

/** The current contract. */
export const current: Edition = edition('spec/dist/openapi.json', '', 'spec/dist/openapi.yaml')

/** The released contracts, the newest first. */
export const released: readonly Edition[] = globSync('spec/released/[0-9]*.json', { cwd: repository })
  .map(path => edition(path, `v/${path.replace(/^.*\/|\.json$/g, '')}/`))
  .sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }))

export const editions: readonly Edition[] = [current, ...released]

function edition(path: string, prefix: string, yamlPath?: string): Edition {
  const json = readFileSync(join(repository, path), 'utf8')
  const contract = JSON.parse(json) as Contract
  const uses = usesOf(contract)
  return {
    contract,
    version: contract.info.version,
    prefix,
    operations: operationsOf(contract),
    schemas: Object.entries(contract.components.schemas)
      .map(
        ([name, schema]): Schema => ({
          ...describe(contract, schema),
          name,
          kind: schema.enum ? 'enums' : 'schemas',
          uses: uses.get(name) ?? { operations: [], schemas: [] },
        }),
      )
      .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    json,
    ...(yamlPath !== undefined &&
      existsSync(join(repository, yamlPath)) && { yaml: readFileSync(join(repository, yamlPath), 'utf8') }),
  }
}

/** True for a schema that only wraps others: a response, a page or an edge. */
export function isEnvelope({ name, fields }: Schema): boolean {
  return fields.length > 0 && /(Edge|Page|List)$/.test(name)
}

/** The page of a schema, from the site's base on. */
export function schemaPath(edition: Edition, name: string): string {
  const kind = edition.schemas.find(schema => schema.name === name)?.kind ?? 'schemas'
  return `${edition.prefix}${kind}/${name}/`
}

/** The page of an operation, from the site's base on. */
export function operationPath(edition: Edition, id: string): string {
  return `${edition.prefix}operations/${id}/`
}
