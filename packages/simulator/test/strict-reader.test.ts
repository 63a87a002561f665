import { StrictReader } from '@trading-network/test/strict-reader'
import { describe, expect, it } from 'vitest'
import { simulate } from '../src/index.ts'

const lines = [...simulate({ seed: 6, blocks: 400, scale: 1 })]

/** Reads lines strictly; the error, when there is one. */
function problemOf(some: readonly string[]): string {
  const reader = new StrictReader()
  try {
    for (const line of some) reader.read(line)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

/** The lines with the first one that has a text changed. */
function changed(text: string, replacement: string): string[] {
  const at = lines.findIndex(line => line.includes(text))
  expect(at).toBeGreaterThanOrEqual(0)
  return lines.slice(0, at + 1).with(at, (lines[at] as string).replace(text, replacement))
}

describe('a reader as strict as the data node of the network', () => {
  it.each([
    { seed: 1, blocks: 1500, scale: 1 },
    { seed: 3, blocks: 300, scale: 4, dense: true },
  ])('reads the simulated network of %j', options => {
    const reader = new StrictReader()
    let count = 0
    for (const line of simulate(options)) {
      reader.read(line)
      count += 1
    }
    expect(reader.events).toBe(count)
  })

  it.each([
    ['a payload under another name', changed('"feesStats":', '"feesStatsUpdated":'), 'feesStatsUpdated'],
    ['a retired field', changed('"rewardType":', '"market":"!","rewardType":'), 'market'],
    ['a value that no release has', changed('"SIDE_BUY"', '"SIDE_NONE"'), 'SIDE_NONE'],
    ['a wrong type', changed('"postOnly":true', '"postOnly":"yes"'), 'post_only'],
    ['a gap in the numbers', lines.toSpliced(40, 1), 'event 41 of its block is missing'],
  ])('stops at %s', (_, some, problem) => {
    expect(problemOf(some)).toContain(problem)
  })
})
