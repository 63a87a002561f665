import { type Edition, operationPath } from '../contract/edition.ts'
import { released, versions } from '../contract/editions.ts'
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
  readonly edition: Edition
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
  return versions.map(edition => {
    const isReleased = released.some(({ json }) => json === edition.json)
    const changelog = isReleased ? changelogs.find(({ version }) => version === edition.version) : undefined
    return {
      name: isReleased ? edition.version : 'Next',
      slug: isReleased ? edition.version : 'next',
      edition,
      date: changelog?.date,
      previous: changelog?.previous,
      packages: containing
        .flatMap(name =>
          changelog?.packages?.[name] === undefined ? [] : `${name} ${changelog.packages[name]}`,
        )
        .join(', '),
      notes: notesFor(isReleased ? edition.version : undefined),
      facts: factsOf(changelog?.operations ?? [], edition),
    }
  })
}

/** Headers, parameters and responses that operations share are told with the operations. */
const isShared = ({ location }: Change) =>
  /^components( header)?: ?(headers|parameters|responses|\S+$)/.test(location)

/** Each difference once. */
function factsOf(operations: Changelog['operations'], edition: Edition): Fact[] {
  const found = operations.flatMap(operation =>
    operation.changes
      .filter(change => operation.operationId !== undefined || !isShared(change))
      .map(change => ({ operation, change, text: change.rest ?? change.types ?? '' })),
  )
  return [...Map.groupBy(found, ({ text }) => text)].map(([text, all]) => {
    const [{ operation, change }] = all as [(typeof all)[number]]
    const names = [...new Set(all.map(each => each.operation.summary ?? 'the contract as a whole'))]
    const isEverywhere = names.length > 1 && names.length >= edition.operations.length
    return {
      class: change.class,
      text,
      where: isEverywhere ? 'all operations' : names.join(', '),
      path: pathOf(edition, operation.operationId, change),
    }
  })
}

function pathOf(edition: Edition, operationId: string | undefined, { location }: Change): string | undefined {
  const operation = edition.operations.find(({ id }) => id === operationId)
  if (!operation) return undefined
  const [, name] = location.replaceAll('[]', '').split(': ')
  const isParameter = parametersOf(operation).some(parameter => parameter.name === name)
  return operationPath(edition, operation.id) + (isParameter ? `#${name}` : '')
}
