import type { Check } from './check.ts'

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export const pageSizes: Check = {
  name: 'page sizes',
  operations: 'lists',
  async run(inspection) {
    const { required, list } = inspection
    const { length } = list.all.edges
    const { maximum = 1 } = inspection.parameter('pagination.first')
    const sizes = [1, 2, length - 1, length, length + 1, maximum].filter(size => size >= 1 && size <= maximum)
    const widest = { ...required, ...list.meaning.widest }
    const requests = [...new Set(sizes)].flatMap(size =>
      ['true', 'false'].flatMap(newestFirst => [
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.first': String(size) },
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.last': String(size) },
      ]),
    )
    await inspection.each(requests, params => inspection.compare(params))
  },
}
