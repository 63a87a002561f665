import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, compareFiles } from '../src/compare.ts'
import { load } from '../src/load/contract.ts'
import { render } from '../src/render/render.ts'
import { largeContract } from './large-contract.ts'

/** One figure and what it must stay under. */
export interface Figure {
  name: string
  value: number
  unit: string
  budget: number
}

const own = new URL('../../../spec/released/2.0.0.json', import.meta.url).pathname

/** Measures the comparison: our own nine operations in process, and a large pair with loading and reporting. */
export async function benchSpecDiff(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-diff-bench-'))
  try {
    return [await nineOperations(folder), ...(await largePair(folder)), await memoryGrowth()]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function nineOperations(folder: string): Promise<Figure> {
  const revised = join(folder, 'revised.json')
  const text = await readFile(own, 'utf8')
  await writeFile(revised, text.replaceAll('"hasNextPage": {', '"hasNextPage": { "x-note": "revised",'))
  const times: number[] = []
  for (let round = 0; round < 15; round += 1) {
    const [base, revision] = [await load(own), await load(revised)]
    const started = performance.now()
    compare(base, revision)
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  return { name: 'nine operations, in process, median', value: times[7] as number, unit: 'ms', budget: 150 }
}

async function largePair(folder: string): Promise<Figure[]> {
  const files = [join(folder, 'large.json'), join(folder, 'larger.json')] as const
  const texts = [
    JSON.stringify(largeContract(120), null, 1),
    JSON.stringify(largeContract(120, true), null, 1),
  ]
  for (const [i, file] of files.entries()) await writeFile(file, texts[i] as string)
  const before = process.cpuUsage()
  render(await compareFiles(...files), 'json')
  const used = process.cpuUsage(before)
  const kilobytes = Math.round((texts[0] as string).length / 1000)
  const name = `120 operations, ${kilobytes} kB, load to report`
  return [{ name, value: (used.user + used.system) / 1e6, unit: 's CPU', budget: 2 }]
}

/** Memory held after comparing four times as much, over four times the memory: about 1 when it is linear. */
async function memoryGrowth(): Promise<Figure> {
  const used = async (operations: number) => {
    globalThis.gc?.()
    const { contractOf } = await import('../src/load/contract.ts')
    const before = process.memoryUsage().heapUsed
    const pair = [contractOf(largeContract(operations)), contractOf(largeContract(operations, true))] as const
    const report = compare(...pair)
    globalThis.gc?.()
    return process.memoryUsage().heapUsed - before + report.changes.length * 0
  }
  const [small, large] = [await used(60), await used(240)]
  return {
    name: 'memory of 240 operations over four times that of 60',
    value: large / (4 * small),
    unit: 'x',
    budget: 1.5,
  }
}
