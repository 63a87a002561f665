import { identityOf } from '../model/compare.ts'
import { walk } from '../search/walk.ts'
import type { Params } from '../service/exchange.ts'
import type { Check } from './check.ts'

const WALKS = 4
const PAGES = 8

/**
 * Repeats walks while the network may change. A record that exists throughout is in each walk once, at the same place.
 */
export const repeatedWalks: Check = {
  name: 'repeated walks',
  operations: 'lists',
  async run(inspection) {
    const { required, operation, list } = inspection
    const { length } = list.all.edges
    if (length < 2) return inspection.notCovered('there are fewer than two records')
    const ask = (_: unknown, params: Params) => inspection.ask(params)
    const size = Math.max(1, Math.ceil(length / PAGES))
    const params = { ...required, ...list.meaning.widest }
    const all: string[][] = []
    for (let round = 0; round < WALKS; round += 1) {
      const { edges } = await walk(ask, operation, { params, size, most: length * 2 })
      all.push(edges.map(({ node }) => identityOf(list.meaning, node)))
    }
    const [first = [], last = []] = [all[0], all.at(-1)]
    const throughout = new Set(first.filter(name => last.includes(name)))
    const kept = all.map(names => names.filter(name => throughout.has(name)))
    kept.forEach((names, round) => {
      const times = new Map<string, number>()
      for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
      const again = names.find(name => (times.get(name) ?? 0) > 1)
      const gone = [...throughout].find(name => !times.has(name))
      if (again !== undefined) inspection.problem(`walk ${round + 1} repeats ${again}`)
      else if (gone !== undefined && list.all.complete) inspection.problem(`walk ${round + 1} skips ${gone}`)
      else if (list.all.complete && names.join() !== kept[0]?.join()) {
        inspection.problem('records change their places from walk to walk')
      }
    })
  },
}
