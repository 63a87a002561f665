import { type ContractFile, current, isReleased, operationPath, released } from '../contract/current.ts'
import { parametersOf } from '../contract/samples.ts'
import { type Change, type Changelog, changelogs, notesFor } from './changelogs.ts'

/** One difference of a version, in all the operations that have it. */
export interface Fact {
  readonly class: string
  readonly text: string
  /** The operations, in words. */
  readonly where: string
  /** The page of the operation, from the site's root, at a changed parameter; absent for an operation that is gone. */
  readonly path?: string | undefined
}

/** A version of the contract with its changes. */
export interface Release {
  /** `Next`, or the version. */
  readonly name: string
  readonly slug: string
  /** The file of its contract, from the site's root. */
  readonly file: string
  /** Day of the release; none before it. */
  readonly date?: string | undefined
  readonly previous?: string | undefined
  /** The packages that contain this version, with theirs: `types 3.0.0, server 3.0.0`. */
  readonly packages: string
  /** The changes as a person tells them: lines of markdown. */
  readonly notes: readonly string[]
  /** All differences, as the comparison of the contracts finds them. */
  readonly facts: readonly Fact[]
}

const containing = ['types', 'fetch', 'server', 'conformance']

/** Every version once, the newest first. */
export function releaseHistory(): Release[] {
  const next: Release = {
    name: 'Next',
    slug: 'next',
    file: 'openapi.json',
    packages: '',
    notes: notesFor(undefined),
    facts: [],
  }
  return [...(isReleased ? [] : [next]), ...released.map(releaseOf)]
}

function releaseOf({ version }: ContractFile): Release {
  const changelog = changelogs.find(each => each.version === version)
  return {
    name: version,
    slug: version,
    file: `v/${version}/openapi.json`,
    date: changelog?.date,
    previous: changelog?.previous,
    packages: containing
      .flatMap(name => (changelog?.packages?.[name] === undefined ? [] : `${name} ${changelog.packages[name]}`))
      .join(', '),
    notes: notesFor(version),
    facts: factsOf(changelog?.operations ?? []),
  }
}
/** Headers, parameters and responses that operations share are told with the operations. */
const isShared = ({ location }: Change) =>
  /^components( header)?: ?(headers|parameters|responses|\S+$)/.test(location)

/** Each difference once. */
function factsOf(operations: Changelog['operations']): Fact[] {
  const found = operations.flatMap(operation =>
    operation.changes
      .filter(change => operation.operationId !== undefined || !isShared(change))
      .map(change => ({ operation, change, text: change.rest ?? change.types ?? '' })),
  )
  return [...Map.groupBy(found, ({ text }) => text)].map(([text, all]) => {
    const [{ operation, change }] = all as [(typeof all)[number]]
    const names = [...new Set(all.map(each => each.operation.summary ?? 'the contract as a whole'))]
    const isEverywhere = names.length > 1 && names.length >= current.operations.length
    return {
      class: change.class,
      text,
      where: isEverywhere ? 'all operations' : names.join(', '),
      path: pathOf(operation.operationId, change),
    }
  })
}

function pathOf(operationId: string | undefined, { location }: Change): string | undefined {
  const operation = current.operations.find(({ id }) => id === operationId)
  if (!operation) return undefined
  const [, name] = location.replaceAll('[]', '').split(': ')
  const isParameter = parametersOf(operation).some(parameter => parameter.name === name)
  return operationPath(operation.id) + (isParameter ? `#${name}` : '')
}
