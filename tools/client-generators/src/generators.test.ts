import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Generator, generators } from './generators.ts'
import { guide, withTable } from './table.ts'
import { judge } from './trials.ts'
import { notTested, problems, type Tried, tryAll } from './try-all.ts'

/** The other generators need more than npm: `pnpm generators` tries them. */
const ofNpm = generators.filter(({ npm }) => npm)

describe('every generator of npm makes a client that works, with its remedy if it has one', () => {
  let tried: Map<string, Tried>
  beforeAll(async () => {
    tried = await tryAll(ofNpm)
  })

  it.each(ofNpm)('$name', generator => {
    expect(problems(generator, tried.get(generator.name)!)).toEqual([])
  })

  it('the guide has the table: `pnpm generators` writes it', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, generators, tried))
  })
})

it('a generator without its tools is not tested, and keeps its results in the guide', async () => {
  const [first] = ofNpm as [Generator]
  const uninstallable = { ...first, install: 'no-such-tool' }
  const tried = await tryAll([uninstallable])
  const results = tried.get(first.name)!
  expect(notTested(results.byDefault)).toContain('no-such-tool')
  expect(problems(uninstallable, results)).toEqual([])
  const text = readFileSync(guide, 'utf8')
  expect(withTable(text, generators, tried)).toBe(text)
})

describe('a result of no', () => {
  const expected = {
    page: [['cursor']],
    filter: [[]],
    error: [404, 5, 'none'],
    order: ['SIDE_LATER', '1', '2'],
  }
  const line = (call: string, value: unknown) => JSON.stringify({ call, value })

  it('is for a wrong value, a lost digit, a failed call and a missing line', () => {
    const lines = [
      line('page', [['other']]),
      line('error', [404, 5, 'none']),
      line('order', ['SIDE_LATER', 1, '2']),
    ]
    const { results, reasons } = judge(`${lines.join('\n')}\n{"call":"filter","failure":"400"}`, expected)
    expect(results).toMatchObject({ page: 'no', filter: 'no', error: 'yes', enum: 'yes', digits: 'no' })
    expect(reasons).toMatchObject({ page: 'printed [["other"]]', filter: '400' })
    expect(judge('Cannot find module', expected).reasons.page).toBe('Cannot find module')
  })

  it('is for a client whose type refuses a new enum value', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'generators-closed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const contract = join(folder, 'closed.yaml')
    const text = readFileSync(
      fileURLToPath(import.meta.resolve('@trading-network/spec/openapi.yaml')),
      'utf8',
    )
    const closed = text.replaceAll('schemas/OpenSide', 'schemas/Side')
    expect(closed).not.toBe(text)
    writeFileSync(contract, closed)
    const heyApi = ofNpm.filter(({ name }) => name === 'hey-api')
    const [{ byDefault }] = [...(await tryAll(heyApi, undefined, contract)).values()] as [Tried]
    expect(byDefault).toMatchObject({
      results: { generates: 'yes', compiles: 'no', enum: 'no' },
      reasons: { compiles: expect.stringContaining('SIDE_LATER') },
    })
    expect(problems(heyApi[0]!, { byDefault })).not.toEqual([])
  })
})
