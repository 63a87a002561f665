import { operations, type Parameter } from '../contract/operations.ts'
import type { Inspection } from '../inspection.ts'
import { refusalMismatch } from '../model/compare.ts'
import { pageOf } from '../search/page.ts'
import { NOBODY } from '../values/spellings.ts'

const HEXADECIMAL = /^([0-9a-f]{2})+$/i
/** Ids that may be given, although no record has them. */
const WELL_FORMED = [NOBODY, NOBODY.toUpperCase(), NOBODY.slice(2), '0f']

/** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
export async function mistypedIds(inspection: Inspection): Promise<void> {
  const names = inspection.found.values.of('AssetId', 'ResourceId').filter(id => !HEXADECIMAL.test(id))
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
  const exchange = await inspection.ask({ [name]: id })
  if (!pageOf(inspection.operation, exchange))
    inspection.problem(`${name}=${id} must be a page, got ${exchange.status}`, exchange)
}

async function expectRefusal(inspection: Inspection, { name }: Parameter, id: string): Promise<void> {
  const exchange = await inspection.ask({ [name]: id })
  const wrong = refusalMismatch([name], exchange)
  if (wrong !== undefined && !(await isCarried(inspection, id)))
    inspection.problem(`${name}=${id}: ${wrong}`, exchange)
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
