import { type ContractFile, current, isReleased, operationPath, released } from '../contract/current.ts'
import { parametersOf } from '../contract/samples.ts'
import { type Changelog, changelogs, notesFor } from './changelogs.ts'

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
      .flatMap(name =>
        changelog?.packages?.[name] === undefined ? [] : `${name} ${changelog.packages[name]}`,
      )
      .join(', '),
    notes: notesFor(version),
    facts: factsOf(changelog?.changes ?? []),
  }
}

function factsOf(changes: Changelog['changes']): Fact[] {
  return changes.map(({ class: verdict, message, operations }) => {
    const names = operations.map(id => current.operations.find(each => each.id === id)?.summary ?? id)
    const isEverywhere = names.length > 1 && names.length >= current.operations.length
    return {
      class: verdict,
      text: message,
      where: isEverywhere ? 'all operations' : names.join(', ') || 'the contract as a whole',
      path: pathOf(operations[0], message),
    }
  })
}

/** The page of an operation, at the parameter that the message names. */
function pathOf(operationId: string | undefined, message: string): string | undefined {
  const operation = current.operations.find(({ id }) => id === operationId)
  if (!operation) return undefined
  const [, name] = /`([^`]+)`/.exec(message) ?? []
  const isParameter = parametersOf(operation).some(parameter => parameter.name === name)
  return operationPath(operation.id) + (isParameter ? `#${name}` : '')
}
