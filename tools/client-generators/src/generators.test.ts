import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Generator, generators } from './generators.ts'
import { guide, withTable } from './table.ts'
import { judge, type Row } from './trials.ts'
import { contracts, notTested, problems, tryAll } from './try-all.ts'

/** The other generators need more than npm: `pnpm generators` tries them. */
const ofNpm = generators.filter(({ npm }) => npm)

describe('every generator of npm makes a client that works', () => {
  let tried: Map<string, Row>
  beforeAll(async () => {
    tried = await tryAll(ofNpm)
  })

  it.each(ofNpm)('$name', ({ name }) => {
    expect(problems(tried.get(name)!)).toEqual([])
  })

  it('the guide has the table: `pnpm generators` writes it', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, generators, tried))
  })
})

it('a generator without its tools is not tested, and keeps its results in the guide', async () => {
  const [first] = ofNpm as [Generator]
  const tried = await tryAll([{ ...first, install: 'no-such-tool' }])
  const row = tried.get(first.name)!
  expect(notTested(row)).toContain('no-such-tool')
  expect(problems(row)).toEqual([])
  const text = readFileSync(guide, 'utf8')
  expect(withTable(text, generators, tried)).toBe(text)
})

describe('a result of no', () => {
  const order = { side: 'SIDE_LATER', batchId: '1', createdAt: '2' }
  const expected = { getOrder: { order: {} }, filter: [[]], error: [404, {}], later: { order } }
  const line = (call: string, value: unknown) => JSON.stringify({ call, value })

  it('is for a wrong value, a lost digit, a failed call and a missing line', () => {
    const lines = [
      line('error', [404, { message: null }]),
      line('later', { order: { ...order, batchId: 1 } }),
      '{"call":"filter","failure":"400"}',
    ]
    const { results, reasons } = judge(lines.join('\n'), expected)
    expect(results).toMatchObject({ operations: 'no', filter: 'no', error: 'yes', enum: 'yes', digits: 'no' })
    expect(reasons).toMatchObject({ filter: 'filter: 400' })
    expect(judge('Cannot find module', expected).reasons.operations).toContain('Cannot find module')
  })

  it('is for a client whose type refuses a new enum value', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'generators-closed-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const contract = join(folder, 'openapi.yaml')
    const text = readFileSync(contracts[0]!, 'utf8')
    const closed = text.replaceAll('schemas/OpenSide', 'schemas/Side')
    expect(closed).not.toBe(text)
    writeFileSync(contract, closed)
    const heyApi = ofNpm.filter(({ name }) => name === 'hey-api')
    const [row] = [...(await tryAll(heyApi, undefined, [contract])).values()] as [Row]
    expect(row).toMatchObject({
      results: { generates: 'yes', compiles: 'no', enum: 'no' },
      reasons: { compiles: expect.stringContaining('SIDE_LATER') },
    })
  })
})
