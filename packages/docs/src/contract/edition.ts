import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'
import { type Contract, namedSchemas } from './document.ts'
import { type Operation, operationsOf } from './operation.ts'
import { type Since, sinceOf } from './since.ts'
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
  /** The name in the menu of versions: `Current (2.1.0)`, `Next` or `2.0.0`. */
  readonly label: string
  /** Between the site's base and the page: empty for the current contract, else such as `v/2.0.0/`. */
  readonly prefix: string
  readonly operations: readonly Operation[]
  readonly schemas: readonly Schema[]
  /** The versions of the parts that came after the first release. */
  readonly since: Since
  /** The contract's text as JSON and, for the current one, as YAML. */
  readonly json: string
  readonly yaml?: string
}

interface Source {
  readonly contract: Contract
  readonly json: string
}

/** The contract of this repository. It stands at the root of the site. */
const root = read('dist/openapi.json')

/** The archived contracts, the newest first. */
const archive = globSync('released/[0-9]*.json', { cwd: contracts })
  .map(read)
  .sort((one, other) => compareVersions(other, one))

/** Versions that are archived before their release, which may still change. */
const drafts = new Set(
  (
    JSON.parse(readFileSync(join(contracts, 'released/index.json'), 'utf8')) as {
      version: string
      draft?: true
    }[]
  ).flatMap(({ version, draft }) => (draft ? [version] : [])),
)

/** True when the contract of this repository is the newest release, or when there is no release yet. */
const isReleased = archive[0] === undefined || archive[0].json === root.json

/** The contract at the root of the site. */
export const current: Edition = {
  ...edition(root, isReleased ? `Current (${versionOf(root)})` : 'Next', ''),
  yaml: readFileSync(join(contracts, 'dist/openapi.yaml'), 'utf8'),
}

/** The archived contracts, the newest first. The address of each never changes. */
export const released: readonly Edition[] = archive.map((source, index) => {
  const version = versionOf(source)
  const isNewest = index === 0 && !isReleased
  return edition(source, isNewest ? `Current (${version})` : version, `v/${version}/`)
})

export const editions: readonly Edition[] = [current, ...released]

/** The edition that callers should read: the newest release. */
export const standing: Edition = isReleased ? current : (released[0] ?? current)

function read(path: string): Source {
  const json = readFileSync(join(contracts, path), 'utf8')
  return { json, contract: JSON.parse(json) as Contract }
}

function versionOf({ contract }: Source): string {
  return contract.info.version
}

function compareVersions(one: Source, other: Source): number {
  return compare(versionOf(one), versionOf(other))
}

function edition(source: Source, label: string, prefix: string): Edition {
  const { contract, json } = source
  const uses = usesOf(contract)
  const { version } = contract.info
  const isNext = source === root && !isReleased
  // The next version has the number of the newest release until it gets its own.
  const before = archive
    .filter(each => !drafts.has(versionOf(each)) && (isNext || compareVersions(each, source) < 0))
    .map(each => [versionOf(each), each.contract] as const)
    .reverse()
  return {
    contract,
    version,
    label,
    prefix,
    operations: operationsOf(contract),
    schemas: namedSchemas(contract)
      .map(
        ([name, schema]): Schema => ({
          ...describe(contract, schema),
          name,
          kind: schema.enum ? 'enums' : 'schemas',
          uses: uses.get(name) ?? { operations: [], schemas: [] },
        }),
      )
      .sort((one, other) => one.name.localeCompare(other.name, 'en')),
    since: sinceOf([...before, [isNext ? 'the next version' : version, contract]]),
    json,
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
