import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plotsOf } from './plots.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../packages/docs/guides/guides/${name}`, import.meta.url), 'utf8')

test('the plots of the guide on capacity show its tables: run plots.ts after a change', () => {
  const plots = Object.entries(plotsOf(read('11-capacity.md')))
  for (const [name, svg] of plots) expect(read(name)).toBe(svg)
  expect(plots.map(([, svg]) => svg.match(/NaN|Infinity/))).toEqual([null, null])
})
