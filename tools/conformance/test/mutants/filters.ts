import { operations } from '../../src/contract/operations.ts'
import { lists } from '../../src/meaning/lists.ts'
import { asks, change, type Mutant, pages } from './mutant.ts'

const of = (operation: string, caughtBy: string, name: string) => ({ operation, name, caughtBy })

/** The check that detects an ignored parameter, for parameters that exclude no record. */
const CAUGHT: Readonly<Record<string, string>> = {
  aggregationEpochs: 'aggregation',
  includeDerivedParties: 'parameter combinations',
}

/** For every filter of the contract, a server that ignores it; without `live`, no live provision is ever seen. */
const ignored: readonly Mutant[] = operations.flatMap(({ id, parameters }) =>
  parameters
    .filter(({ name }) => lists[id]?.filters[name] && name !== 'live')
    .map(({ name }) =>
      asks(of(id, CAUGHT[name] ?? 'parameters alone', `ignores ${name}`), url =>
        url.searchParams.delete(name),
      ),
    ),
)

const shifted = (operation: string, parameter: string, by: bigint, name: string): Mutant =>
  asks(of(operation, 'parameters alone', name), url =>
    change(url, parameter, value => (/^\d{1,19}$/.test(value) ? String(BigInt(value) + by) : value)),
  )

const only = (operation: string, parameter: string, place: 0 | -1, name: string): Mutant =>
  asks(of(operation, 'several values', name), url => {
    const values = url.searchParams.getAll(parameter)
    if (values.length > 1) url.searchParams.set(parameter, values.at(place) ?? '')
  })

/** Servers that filter wrong. */
export const filters: readonly Mutant[] = [
  ...ignored,
  shifted('listFundingPeriodDataPoints', 'dateRange.startTimestamp', 1n, 'excludes the start of a range'),
  shifted('listFundingPeriodDataPoints', 'dateRange.endTimestamp', 1n, 'includes the end of a range'),
  shifted('listStopOrders', 'filter.dateRange.endTimestamp', 1n, 'includes the end of the range of changes'),
  shifted('listEpochRewardSummaries', 'filter.fromEpoch', 1n, 'excludes the first epoch'),
  shifted('listEpochRewardSummaries', 'filter.toEpoch', -1n, 'excludes the last epoch'),
  only('listStopOrders', 'filter.statuses', 0, 'takes the first of several statuses'),
  only('listAccounts', 'filter.partyIds', -1, 'takes the last of several parties'),
  asks(of('listAccounts', 'parameter combinations', 'takes one filter only'), url => {
    if (url.searchParams.has('filter.assetId')) url.searchParams.delete('filter.accountTypes')
  }),
  asks(of('listAccounts', 'letter case', 'minds the letter case of ids'), url => {
    change(url, 'filter.marketIds', id => (id === id.toLowerCase() ? id : '0'.repeat(64)))
  }),
  asks(
    of('listLiquidityProvisions', 'parameters alone', 'includes live provisions unless told otherwise'),
    url => {
      if (!url.searchParams.has('live')) url.searchParams.set('live', 'true')
    },
  ),
  pages(of('listLiquidityProvisions', 'parameters alone', 'lists live provisions only'), (page, url) => {
    if (url.searchParams.get('live') !== 'true') return
    page.edges = page.edges.filter(
      ({ node }) => (node.current as { status: string }).status === 'STATUS_ACTIVE',
    )
  }),
  asks(
    of('listReferralSetReferees', 'parameter combinations', 'lets the referee count beside a set'),
    url => {
      if (url.searchParams.has('referee')) url.searchParams.delete('referralSetId')
    },
  ),
  asks(of('listFundingPeriodDataPoints', 'limits', 'finds no point of an unspecified source'), url => {
    if (url.searchParams.get('source') === 'SOURCE_UNSPECIFIED')
      url.searchParams.set('seq', '18446744073709551615')
  }),
  asks(of('listReferralSetReferees', 'aggregation', 'takes no epochs for the default'), url => {
    change(url, 'aggregationEpochs', epochs => (epochs === '0' ? '30' : epochs))
  }),
  asks(of('listReferralSetReferees', 'defaults', 'aggregates 10 epochs unless told otherwise'), url => {
    if (!url.searchParams.has('aggregationEpochs')) url.searchParams.set('aggregationEpochs', '1')
  }),
  asks(of('listAccounts', 'several values', 'finds nothing for many values'), url => {
    const assets = url.searchParams.getAll('filter.partyIds')
    if (assets.length > 20) url.searchParams.set('filter.partyIds', '0'.repeat(64))
  }),
]
