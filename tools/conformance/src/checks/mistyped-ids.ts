import { operations, type Parameter } from '../contract/operations.ts'
import type { Inspection } from '../inspection.ts'
import { refusalMismatch } from '../model/compare.ts'
import { pageOf } from '../search/page.ts'
import { isName, misspelledIds, wellFormedIds } from '../values/ids.ts'

/** A mistyped id of an asset or a resource is a 400; a well-known name, or one that a record has, is not. */
export async function mistypedIds(inspection: Inspection): Promise<void> {
  for (const parameter of inspection.operation.parameters.filter(({ wellKnown }) => wellKnown)) {
    const carried = inspection.found.values.of('AssetId', 'ResourceId').filter(isName)
    const ids = new Set([...wellFormedIds(parameter), ...carried])
    await inspection.each(ids, id => expectPage(inspection, parameter, id))
    await inspection.each(misspelledIds(parameter), id => expectRefusal(inspection, parameter, id))
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
  for (const of of operations) {
    for (const { name } of of.parameters.filter(({ wellKnown }) => wellKnown)) {
      const page = pageOf(of, await inspection.ask({ [name]: id, 'pagination.first': '1' }, { of }))
      if (page?.edges.some(({ node }) => JSON.stringify(node).includes(`"${id}"`))) return true
    }
  }
  return false
}
