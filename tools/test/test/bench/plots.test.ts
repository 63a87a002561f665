import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { plotsOf } from './plots.ts'

const GUIDES = fileURLToPath(new URL('../../../../packages/docs/guides/guides', import.meta.url))

test('the plots of the guide on capacity show its tables; `vitest run -u` draws them again', async () => {
  const plots = Object.entries(plotsOf(readFileSync(`${GUIDES}/11-capacity.md`, 'utf8')))
  expect(plots).toHaveLength(2)
  for (const [name, svg] of plots) {
    expect(svg).not.toMatch(/NaN|Infinity/)
    await expect(svg).toMatchFileSnapshot(`${GUIDES}/${name}`)
  }
})
