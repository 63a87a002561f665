import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Bench } from '../benchmark.ts'
import { Database } from '../database.ts'
import { questionsOf, race, requireSameAccounts } from './alternatives.ts'
import { alternativeEntrants, contractPath, ours, type Places, WORKSPACE } from './entrants.ts'
import { plainAccounts, writeJson } from './plain-rows.ts'

// The alternatives themselves are not installed here: they have hundreds of megabytes.
const bench = new Bench({ orders: 1000, rounds: 2, burst: 30 })
const folder = mkdtempSync(join(tmpdir(), 'trading-network-alternatives-'))
afterAll(() => {
  bench.end()
  rmSync(folder, { recursive: true })
})

test('every package of the alternatives is pinned, in their own lockfile', () => {
  const { dependencies } = JSON.parse(readFileSync(`${WORKSPACE}package.json`, 'utf8'))
  const lock = readFileSync(`${WORKSPACE}pnpm-lock.yaml`, 'utf8')
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(lock).toContain(`${name}@${version}`)
  }
})

test('every alternative has a path for each question', async () => {
  const entrants = await alternativeEntrants()
  expect(entrants).toHaveLength(3)
  const question = { party: 'ab12', size: 47, newestFirst: true }
  for (const { title, pathOf } of entrants) {
    expect(pathOf(question), title).toMatch(/^\/.*ab12.*47|^\/.*47.*ab12/)
    expect(pathOf(question), title).not.toBe(pathOf({ ...question, newestFirst: false }))
  }
})

test('plain rows are the accounts in the order of the service; races compare rates', async () => {
  const { path } = await bench.network()
  const [questions, sizes] = Database.read(path, database => [questionsOf(database), database.sizes()])
  const json = join(folder, 'accounts.json')
  writeJson(json, plainAccounts(path))
  const rows = JSON.parse(readFileSync(json, 'utf8')).accounts as { owner: string; balance: string }[]
  expect(rows).toHaveLength(sizes.find(({ name }) => name === 'accounts')?.rows ?? 0)

  const contender = await ours[0].start({ sqlite: path } as Places)
  try {
    const { origin } = contender
    const { party, size } = questions[0]!
    const response = await fetch(origin + contractPath(questions[0]!))
    const { edges } = ((await response.json()) as Accounts).accounts
    const expected = rows.filter(({ owner }) => owner === party).reverse()
    expect(edges.map(({ node }) => node.balance)).toEqual(
      expected.slice(0, size).map(({ balance }) => balance),
    )

    const requests = questions.map(question => ({ path: contractPath(question), headers: {}, status: 200 }))
    const runner = { title: 'one', origin, requests, cpu: () => contender.cpu() }
    await requireSameAccounts([runner, runner])
    const report = await race([runner, { ...runner, title: 'other' }], bench.options)
    expect(report).toMatch(/^ {2}one +1\.00 +1\.00 +\d+\.\d\d +[\d,]+ +[\d.]+ us +[\d,]+$/m)
    expect(report).toMatch(/^ {2}other +\d+\.\d\d +\d+\.\d\d +1\.00 /m)

    const other = { ...runner, title: 'lost', requests: [{ path: '/nowhere', headers: {}, status: 200 }] }
    await expect(requireSameAccounts([runner, other])).rejects.toThrow('lost responds with other accounts')
    await expect(race([other], bench.options)).rejects.toThrow('expected 200, got 404')
  } finally {
    contender.stop()
  }
})

interface Accounts {
  readonly accounts: { readonly edges: readonly { readonly node: { readonly balance: string } }[] }
}
