import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, compareFiles } from '../src/compare.ts'
import { contractOf, load } from '../src/load/contract.ts'
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
    return [await nineOperations(folder), ...(await largePair(folder)), memoryGrowth()]
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
    const before = process.cpuUsage()
    compare(base, revision)
    times.push(secondsSince(before) * 1000)
  }
  times.sort((a, b) => a - b)
  return {
    name: 'nine operations, in process, median',
    value: times[7] as number,
    unit: 'ms CPU',
    budget: 150,
  }
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
  const value = secondsSince(before)
  const kilobytes = Math.round((texts[0] as string).length / 1000)
  const name = `120 operations, ${kilobytes} kB, load to report`
  return [{ name, value, unit: 's CPU', budget: 2 }]
}

/** CPU time does not depend on what else the machine does. */
function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/**
 * Memory of two documents and their report, of four times as many operations over four times the memory: 1 when it is
 * linear.
 */
function memoryGrowth(): Figure {
  const held: unknown[] = []
  const heap = () => {
    // One collection leaves what it finds to be unreachable only at its end.
    for (let i = 0; i < 3; i += 1) globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const used = (operations: number) => {
    const before = heap()
    const pair = [contractOf(largeContract(operations)), contractOf(largeContract(operations, true))] as const
    held.push(pair, compare(...pair))
    return heap() - before
  }
  // The first comparison also keeps compiled code.
  used(60)
  const [small, large] = [used(60), used(240)]
  const name = 'memory of 240 operations over four times that of 60'
  return { name, value: large / (4 * small), unit: 'x', budget: 1.2 }
}
