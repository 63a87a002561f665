import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { generators } from './generators.ts'
import { matrix } from './matrix.ts'
import { order, startStub, urlOf } from './services.ts'
import { withTable } from './table.ts'
import { judge, type Row } from './trials.ts'
import { contract, guide, tryAll } from './try-all.ts'

describe('every generator makes a client that works, or the table gives the reason', () => {
  let rows: Map<string, Row>
  beforeAll(async () => {
    rows = await tryAll(generators)
  })

  it.each(generators)('$name', ({ name, exceptions }) => {
    const { results, reasons, isRemedied } = rows.get(name)!
    const trials = Object.entries(results)
    const untested = trials.filter(([, result]) => result === 'not tested').map(([trial]) => trial)
    if (untested.length > 0) process.stderr.write(`\nNOT TESTED: ${name}: ${untested.join(', ')}\n`)
    const expected = trials.map(([trial]) => {
      if (untested.includes(trial)) return [trial, 'not tested']
      return [trial, trial in (exceptions ?? {}) ? 'no' : 'yes']
    })
    expect(isRemedied ?? false, 'the remedy of the table').toBe(exceptions !== undefined)
    expect(results, JSON.stringify(reasons, null, 2)).toEqual(Object.fromEntries(expected))
  })

  it('the guide has the table: `pnpm generators` writes it', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, generators, rows))
  })
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

  it('is for a client that rejects a new enum value', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'generators-closed-'))
    const stub = await startStub()
    onTestFinished(() => {
      stub.close()
      rmSync(folder, { recursive: true })
    })
    const closed = join(folder, 'closed.yaml')
    const open = '/schemas/OpenSide'
    const text = readFileSync(contract, 'utf8')
    expect(text).toContain(open)
    writeFileSync(closed, text.replaceAll(open, '/schemas/Side'))
    const services = Promise.resolve({
      args: [urlOf(stub), urlOf(stub), order.id],
      expected: { ...expected, order: [order.side, order.batchId, order.createdAt] },
    })
    const validating = generators.filter(({ name }) => name === 'openapi-zod-client')
    const rows = await matrix(validating, { folder, contract: closed, services })
    expect(rows.get('openapi-zod-client')).toMatchObject({
      results: { generates: 'yes', compiles: 'yes', enum: 'no' },
      reasons: { enum: expect.stringMatching(/side|enum/) },
    })
  })
})
