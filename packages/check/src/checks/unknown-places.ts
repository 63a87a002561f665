import type { Inspection } from '../inspection.ts'
import { pageOf } from '../search/page.ts'
import { NOBODY } from '../values/spellings.ts'

/** A well-formed id without a record: an empty page, or a 404 for a single record. */
export async function unknownSubject(inspection: Inspection): Promise<void> {
  const { operation, required } = inspection
  for (const parameter of operation.parameters.filter(({ required: isNeeded }) => isNeeded)) {
    const exchange = await inspection.ask({ ...required, [parameter.name]: NOBODY })
    const page = pageOf(operation, exchange)
    if (operation.page === undefined) inspection.expectStatus(404, exchange, 'an unknown id')
    else if (!page) inspection.problem(`must be an empty page, got ${exchange.status}`, exchange)
    else if (page.edges.length > 0)
      inspection.problem(`must be an empty page, has ${page.edges.length} rows`, exchange)
    else if (page.hasNextPage || page.hasPreviousPage)
      inspection.problem('an empty list has no further pages', exchange)
  }
}

/** A path beyond the operation's is a 404 with the contract's error body. */
export async function unknownPath(inspection: Inspection): Promise<void> {
  const exchange = await inspection.ask(inspection.required, { pathSuffix: '/no-such-path' })
  inspection.expectStatus(404, exchange, 'a path beyond that of the operation')
}

/** Any other method than GET is a 405. */
export async function wrongMethod(inspection: Inspection): Promise<void> {
  await inspection.each(['POST', 'PUT', 'DELETE'], async method => {
    const exchange = await inspection.ask(inspection.required, { method })
    inspection.expectStatus(405, exchange, method)
  })
}
