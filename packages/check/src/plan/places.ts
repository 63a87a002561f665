import { operations, type Parameter } from '../contract/operations.ts'
import { pageOf } from '../records/page.ts'
import { refusalMismatch } from '../rules/expectation.ts'
import type { Inspection } from './inspection.ts'
import { NOBODY } from './spellings.ts'

/** A well-formed id without a record: an empty page, or a 404 for a single record. */
export async function unknownSubject(inspection: Inspection): Promise<void> {
  const { operation, required } = inspection
  const needed = operation.parameters.filter(parameter => parameter.required)
  for (const { name } of needed) {
    const expects = { what: 'an unknown id', status: operation.page === undefined ? 404 : 200 }
    const exchange = await inspection.ask({ ...required, [name]: NOBODY }, { expects })
    const page = pageOf(operation, exchange)
    if (!page) continue
    const message =
      page.edges.length > 0
        ? `must be an empty page, has ${page.edges.length} rows`
        : 'an empty list has no further pages'
    if (page.edges.length > 0 || page.hasNextPage || page.hasPreviousPage)
      inspection.problem({ message, exchange })
  }
}

/** A path beyond the operation's is a 404 with the contract's error body. */
export async function unknownPath({ ask, required }: Inspection): Promise<void> {
  const expects = { what: 'a path beyond that of the operation', status: 404 }
  await ask(required, { pathSuffix: '/no-such-path', expects })
}

/** Any other method than GET is a 405. */
export async function wrongMethod(inspection: Inspection): Promise<void> {
  await inspection.each(['POST', 'PUT', 'DELETE'], method =>
    inspection.ask(inspection.required, { method, expects: { what: method, status: 405 } }),
  )
}

const HEXADECIMAL = /^([0-9a-f]{2})+$/i
/** Ids that may be given, although no record has them. */
const WELL_FORMED = [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f']

/** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
export async function mistypedIds(inspection: Inspection): Promise<void> {
  const names = inspection.run.store.of('AssetId', 'ResourceId').filter(id => !HEXADECIMAL.test(id))
  for (const parameter of inspection.operation.parameters) {
    const { wellKnown } = parameter
    if (!wellKnown) continue
    const ids = new Set([...WELL_FORMED, ...wellKnown, ...names])
    await inspection.each(ids, id => expectPage(inspection, parameter, id))
    await inspection.each(misspelled(wellKnown), id => expectRefusal(inspection, parameter, id))
  }
}

async function expectPage(inspection: Inspection, { name, required }: Parameter, id: string): Promise<void> {
  if (!required) return inspection.compare({ ...inspection.required, [name]: id })
  await inspection.ask({ [name]: id }, { expects: { what: `${name}=${id}`, status: 200 } })
}

async function expectRefusal(inspection: Inspection, { name }: Parameter, id: string): Promise<void> {
  const exchange = await inspection.ask({ [name]: id })
  const wrong = refusalMismatch([name], exchange)
  if (wrong !== undefined && !(await isCarried(inspection, id)))
    inspection.problem({ message: `${name}=${id}: ${wrong}`, exchange })
}

/** Returns true if any list shows a record that carries the name. */
async function isCarried(inspection: Inspection, id: string): Promise<boolean> {
  for (const operation of operations) {
    for (const { name } of operation.parameters.filter(({ wellKnown }) => wellKnown)) {
      const first = await inspection.ask({ [name]: id, 'pagination.first': '1' }, { operation })
      const page = pageOf(operation, first)
      if (page?.edges.some(({ node }) => JSON.stringify(node).includes(`"${id}"`))) return true
    }
  }
  return false
}

/** Ids with a wrong digit, letter or letter case. They are invalid unless a record carries them as a name. */
function misspelled(wellKnown: readonly string[]): string[] {
  return [NOBODY.slice(1), `${NOBODY.slice(1)}g`, 'noSuchName0f1e2d3c', ...wellKnown.map(swappedCase)]
}

function swappedCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
