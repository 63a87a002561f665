import { refusalMismatch } from '../model/compare.ts'
import type { Check } from './check.ts'

/** A cursor is valid for its own operation only: that of another list is a 400, never a page from somewhere. */
export const foreignCursor: Check = {
  name: 'foreign cursor',
  operations: 'lists',
  async run(inspection) {
    const others = [...inspection.cursors].filter(([operation]) => operation !== inspection.operation.id)
    if (others.length === 0) inspection.notCovered('no other list has a cursor')
    await inspection.each(others, async ([operation, cursor]) => {
      for (const name of ['pagination.after', 'pagination.before']) {
        const exchange = await inspection.ask({ ...inspection.required, [name]: cursor })
        const wrong = refusalMismatch([name], exchange)
        if (wrong !== undefined)
          inspection.problem(`${name} with a cursor of ${operation}: ${wrong}`, exchange)
      }
    })
  },
}
