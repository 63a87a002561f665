import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Bench } from '../benchmark.ts'
import { Database } from '../database.ts'
import { expectSameAnswers, report } from './alternatives.ts'
import { others, ours, type Places, workspace } from './contenders.ts'
import { writeJson } from './plain-rows.ts'
import { askContract, askJsonServer, questionsOf, requestsOf } from './questions.ts'
import { race } from './race.ts'

// The install of the alternatives takes hundreds of megabytes, so here are all parts but them.
const bench = new Bench({ orders: 1000, rounds: 2, burst: 30 })
const folder = mkdtempSync(join(tmpdir(), 'trading-network-alternatives-'))
afterAll(() => {
  bench.end(false)
  rmSync(folder, { recursive: true })
})

test('every alternative has a program and a pinned package', () => {
  const { dependencies } = JSON.parse(readFileSync(`${workspace}package.json`, 'utf8'))
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const lock = readFileSync(`${workspace}pnpm-lock.yaml`, 'utf8')
  for (const name of Object.keys(dependencies)) expect(lock).toContain(`${name}@${dependencies[name]}`)
  expect(others).toHaveLength(4)
  for (const program of ['platformatic', 'postgraphile', 'prism', 'json-server'])
    expect(existsSync(`${workspace}${program}.mjs`)).toBe(true)
})

test('a plain row for each account, in the order of the service; races tell who is quicker', async () => {
  const { path } = await bench.network()
  const database = new Database(path)
  const questions = questionsOf(database)
  const accounts = database.sizes().find(({ name }) => name === 'accounts')?.rows
  database.close()
  const json = join(folder, 'accounts.json')
  writeJson(json, path)
  const rows = JSON.parse(readFileSync(json, 'utf8')).accounts as { owner: string; balance: string }[]
  expect(rows).toHaveLength(accounts ?? 0)

  const contender = await ours[0].start({ sqlite: path } as Places)
  try {
    const { party, size } = questions[0]!
    const answer = await fetch(contender.origin + askContract(questions[0]!))
    const { edges } = ((await answer.json()) as Answer).accounts
    const expected = rows.filter(({ owner }) => owner === party).reverse()
    expect(edges.map(({ node }) => node.balance)).toEqual(
      expected.slice(0, size).map(({ balance }) => balance),
    )

    const runner = { title: 'one', contender, requests: requestsOf(questions, askContract) }
    const results = await race(bench, [runner, { ...runner, title: 'other' }])
    expect(results.map(({ title }) => title)).toEqual(['one', 'other'])
    for (const { firstToThis, rate, bytes } of results)
      expect(Math.min(firstToThis, rate, bytes)).toBeGreaterThan(0)
    expect(report(results, 5)).toMatch(/^ {2}other( +[\d.]+){2} +1\.00 /m)

    const lost = { ...runner, title: 'lost', requests: requestsOf(questions, askJsonServer) }
    await expect(expectSameAnswers([runner, lost])).rejects.toThrow('lost does not answer')
    await expectSameAnswers([runner, runner])
  } finally {
    contender.stop()
  }
})

interface Answer {
  readonly accounts: { readonly edges: readonly { readonly node: { readonly balance: string } }[] }
}
