import { simulate } from '@trading-network/simulator'
import { afterEach, expect, it, vi } from 'vitest'
import { openDatabases, operations, readingOf } from '../../src/network/open-network.ts'
import { readParameters } from '../../src/parameters/read.ts'
import { tables } from '../../src/projections/index.ts'
import type { Statement } from '../../src/store/reading/reading.ts'
import { Bindings } from '../../src/store/reading/template.ts'
import { readDatabase } from '../../src/store/sqlite/database-file.ts'
import { atEnd } from '../at-end.ts'
import { newPlace } from '../database.ts'
import { asset, market, party, referralSet, resource } from '../events.ts'
import { ingestInto } from '../running.ts'

const database = await newPlace('sqlite')
await ingestInto(database, simulate({ seed: 3, blocks: 30, scale: 1 }))
const sqlite = readDatabase(database, tables)
// The service reads it once for each block.
const head = sqlite.checkpoint()
atEnd(() => sqlite.close())
afterEach(() => vi.restoreAllMocks())

const range = (number: number) => `filter.dateRange.startTimestamp=${number}`
const AFTER: Record<string, string> = {
  listStopOrders: 'BAAAAAAAAAABAAAAAAAB',
  listAccounts: 'BQAAAAAAAAABAAAAAAAB',
}

/** Requests of one shape, by a number that chooses their values. */
const SHAPES: readonly [operationId: string, path: string, search: (number: number) => string][] = [
  ['getStake', 'partyId', () => ''],
  ['listAccounts', '', number => `filter.partyIds=${party(number)}`],
  ['listAccounts', '', number => `pagination.last=${number}`],
  ['listAccounts', '', number => `filter.assetId=${asset(number)}&filter.marketIds=${market(number)}`],
  ['listAccounts', '', number => `filter.partyIds=${party(number)}&filter.marketIds=${market(number)}`],
  ['listAccounts', '', number => `pagination.first=${number}&pagination.after=${AFTER.listAccounts}`],
  ['listStopOrders', '', number => `filter.partyIds=${party(number)}&filter.liveOnly=true`],
  ['listStopOrders', '', number => `filter.marketIds=${market(number)}&${range(number)}`],
  ['listStopOrders', '', number => `pagination.first=${number}&pagination.after=${AFTER.listStopOrders}`],
  ['listEpochRewardSummaries', '', number => `filter.fromEpoch=${number}&filter.assetIds=${asset(number)}`],
  ['listFundingPeriodDataPoints', 'marketId', number => `seq=${number}`],
  ['listLiquidityProvisions', '', number => `partyId=${party(number)}&live=true`],
  ['listNodeSignatures', '', number => `id=${resource(number)}`],
  ['listReferralSetReferees', '', number => `referralSetId=${referralSet(number)}`],
]

it.each(SHAPES)('the second request of a shape of %s writes no SQL: %s %s', (operationId, path, searchOf) => {
  const operation = operations.find(operation => operation.operationId === operationId)!
  const ask = (number: number) => {
    const statements: Statement[] = []
    const query = readParameters(operation, path ? { [path]: market(number) } : {}, searchOf(number))
    const reading = readingOf(operation, query)(head)
    for (let step = reading.next(); !step.done; ) {
      statements.push(...step.value)
      step = reading.next(step.value.map(({ text, values }) => sqlite.all(text, values)))
    }
    return statements
  }
  ask(5)
  // Each text has placeholders, which are made as it is written.
  const written = (['add', 'addRows'] as const).map(name => vi.spyOn(Bindings.prototype, name))
  const again = ask(7)
  for (const spy of written) expect(spy).not.toHaveBeenCalled()
  expect(again.length).toBeLessThanOrEqual(2)
  // A step of a page passes few rows; so this is a usual page.
  for (const { weight = 1 } of again) expect(weight).toBeLessThanOrEqual(4004)
})

it('a response from a file is there at once, since promises cost a quarter of its time', async () => {
  const network = await openDatabases({ database })
  const getStake = operations.find(({ operationId }) => operationId === 'getStake')!
  expect(network.answer(getStake, readParameters(getStake, { partyId: party(1) }, ''))).toHaveProperty('body')
  expect(network.head()).toHaveProperty('height')
  await network.close()
})
