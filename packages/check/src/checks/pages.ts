import type { Inspection } from '../inspection.ts'
import { textAt } from '../json.ts'
import { keepsRecord } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import { richest, samplesAround } from './samples.ts'

const MAX_SIZE = 5000

/** Records are sorted by creation time, if they have one. */
export async function newestFirst(inspection: Inspection): Promise<void> {
  const { newest = '' } = inspection.list.meaning
  await inspection.refresh()
  const times = inspection.list.all.edges.map(({ node }) => BigInt(textAt(node, newest) ?? '0'))
  if (new Set(times).size < 2)
    inspection.notCovered('fewer than two records differ in what they are ordered by')
  const place = times.findIndex((time, index) => index > 0 && time > (times[index - 1] as bigint))
  if (place === -1) return
  const exchange = await inspection.ask(inspection.widest)
  inspection.problem(`row ${place + 1} must not be newer (${newest}) than the one before it`, exchange)
}

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export function pageSizes({ list, widest }: Inspection): Params[] {
  const { length } = list.all.edges
  const sizes = [1, 2, length - 1, length, length + 1, MAX_SIZE]
  return sizes
    .filter(size => size >= 1 && size <= MAX_SIZE)
    .flatMap(size =>
      ['true', 'false'].flatMap(newestFirst => [
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.first': String(size) },
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.last': String(size) },
      ]),
    )
}

/** At the ends of a filtered list, hasNextPage and hasPreviousPage are true only when the filter leaves such a row. */
export function pageEnds(inspection: Inspection): Params[] {
  const { list, widest } = inspection
  const record = richest(inspection)
  if (!record) {
    inspection.notCovered('no records were found')
    return []
  }
  const filters = samplesAround(inspection, record).filter(({ name }) => list.meaning.filters[name])
  return [widest, ...filters.map(({ name, value }) => ({ ...widest, [name]: value }))].flatMap(params => {
    const rows = list.all.edges.filter(({ node }) => keepsRecord(list, params, node))
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return []
    const page = (direction: 'forward' | 'backward', size: number, cursor?: string) => {
      const [limit, place] = direction === 'forward' ? ['first', 'after'] : ['last', 'before']
      const sized = { ...params, [`pagination.${limit}`]: String(Math.min(size, MAX_SIZE)) }
      return cursor === undefined ? sized : { ...sized, [`pagination.${place}`]: cursor }
    }
    // Exactly full, with no row behind it.
    const rest = rows.length - 1
    const full = rest > 0 ? [page('forward', rest, first.cursor), page('backward', rest, last.cursor)] : []
    return [
      page('forward', rows.length),
      page('backward', rows.length),
      ...full,
      ...[first, last].flatMap(({ cursor }) => [page('forward', 5, cursor), page('backward', 5, cursor)]),
    ]
  })
}
