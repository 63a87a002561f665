import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { type FieldViolation, Problem } from '../responses/problem.ts'
import { loadOperations } from './contract.ts'
import { type Query, readParameters } from './read.ts'

const operations = new Map(loadOperations(contract).map(operation => [operation.operationId, operation]))
const ID = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)

function read(operationId: string, query: string, path: Record<string, string> = {}): Query {
  return readParameters(operations.get(operationId)!, path, query)
}

function violations(
  operationId: string,
  query: string,
  path: Record<string, string> = {},
): readonly FieldViolation[] {
  try {
    read(operationId, query, path)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [detail] = error.details
    return detail !== undefined && 'fieldViolations' in detail ? detail.fieldViolations : []
  }
  throw new Error(`${query} was accepted; does its schema in spec/ have an enum, an identifier or a pattern?`)
}

describe('what is accepted', () => {
  test('nothing given: the defaults of the contract, and no other key', () => {
    expect(read('listReferralSetReferees', '')).toEqual({
      aggregationEpochs: 30,
      'pagination.newestFirst': true,
    })
    expect(read('listLiquidityProvisions', '')).toEqual({ live: false, 'pagination.newestFirst': true })
  })

  test.each([
    ['repeated keys', `filter.partyIds=${ID}&filter.partyIds=${OTHER}`, { 'filter.partyIds': [ID, OTHER] }],
    [
      'one value twice in a list',
      `filter.partyIds=${ID}&filter.partyIds=${ID.toUpperCase()}`,
      { 'filter.partyIds': [ID] },
    ],
    ['one value of a list', 'filter.statuses=STATUS_PENDING', { 'filter.statuses': ['STATUS_PENDING'] }],
    ['a boolean', 'filter.liveOnly=false', { 'filter.liveOnly': false }],
    ['an escaped name', 'filter%2EliveOnly=true', { 'filter.liveOnly': true }],
    ['empty pairs', '&&filter.liveOnly=true&', { 'filter.liveOnly': true }],
  ])('%s', (_, query, expected) => {
    expect(read('listStopOrders', query)).toMatchObject(expected)
  })

  test('a plus is a space, an escaped plus a plus', () => {
    expect(read('listLiquidityProvisions', 'reference=a+b%2Bc%3B;').reference).toBe('a b+c;;')
  })

  test('an empty value counts where the contract allows it', () => {
    expect(read('listEpochRewardSummaries', 'filter.marketIds=')['filter.marketIds']).toEqual([''])
    expect(read('listEpochRewardSummaries', 'filter.marketIds')['filter.marketIds']).toEqual([''])
    const two = `filter.marketIds=&filter.marketIds=${ID}`
    expect(read('listEpochRewardSummaries', two)['filter.marketIds']).toEqual(['', ID])
    expect(read('listLiquidityProvisions', 'reference=').reference).toBe('')
  })

  test('hashes are lower-cased, in the path too; short names and cursors are not', () => {
    expect(read('getOrder', '', { orderId: ID.toUpperCase() }).orderId).toBe(ID)
    expect(read('listAccounts', 'filter.assetId=fBTC')['filter.assetId']).toBe('fBTC')
    const cursor = 'AB'.repeat(32)
    expect(read('listAccounts', `pagination.after=${cursor}`)['pagination.after']).toBe(cursor)
  })
})

describe('what is refused, naming the parameter, the value and what is allowed', () => {
  const integers = 'must be an integer from 1 to 5000, in plain digits without sign or leading zeros, got'
  const statuses =
    'must be one of STATUS_UNSPECIFIED, STATUS_PENDING, STATUS_CANCELLED, STATUS_STOPPED, STATUS_TRIGGERED, STATUS_EXPIRED, STATUS_REJECTED, got'
  const omit = '; omit the parameter if there is no value'
  const repeat = (list: string) => `; write filter.${list}= once for each value`
  const party = 'must be a valid PartyId (^([0-9a-fA-F]{64}|network)$), got'
  test.each([
    ['pagination.first=0', 'pagination.first', `${integers} "0"`],
    ['pagination.first=5001', 'pagination.first', `${integers} "5001"`],
    ['pagination.last=-1', 'pagination.last', `${integers} "-1"`],
    ['pagination.first=1e3', 'pagination.first', `${integers} "1e3"`],
    ['pagination.first=+1', 'pagination.first', `${integers} " 1"; write 1`],
    ['pagination.first=%2B1', 'pagination.first', `${integers} "+1"; write 1`],
    ['pagination.first=007', 'pagination.first', `${integers} "007"; write 7`],
    ['pagination.first=', 'pagination.first', `${integers} ""${omit}`],
    ['pagination.first=4294967297', 'pagination.first', `${integers} "4294967297"`],
    ['filter.liveOnly=yes', 'filter.liveOnly', 'must be true or false, got "yes"'],
    ['filter.liveOnly=TRUE', 'filter.liveOnly', 'must be true or false, got "TRUE"; write true'],
    ['filter.partyIds=', 'filter.partyIds', `${party} ""${omit}`],
    ['filter.partyIds=deadbeef', 'filter.partyIds', `${party} "deadbeef" (8 characters)`],
    ['filter.partyIds=a,b', 'filter.partyIds', `${party} "a,b" (3 characters)${repeat('partyIds')}`],
    [
      'filter.statuses=STATUS_PENDING,STATUS_EXPIRED',
      'filter.statuses',
      `${statuses} "STATUS_PENDING,STATUS_EXPIRED"${repeat('statuses')}`,
    ],
    ['filter.liveOnly=true&filter.liveOnly=true', 'filter.liveOnly', 'is given more than once; give it once'],
    ['filter.party_ids=x', 'filter.party_ids', 'is not a parameter of listStopOrders; write filter.partyIds'],
    ['filter.liveOnly=%zz', 'filter.liveOnly', 'has a malformed percent escape, got "%zz"'],
    ['a%=1', 'a%', 'has a malformed percent escape, got "a%"'],
    ['limit=5', 'limit', 'is not a parameter of listStopOrders; for pages, write pagination.first'],
    ['page[size]=5', 'page[size]', 'is not a parameter of listStopOrders; for pages, write pagination.first'],
    ['offset=5', 'offset', 'is not a parameter of listStopOrders; for pages, write pagination.after'],
    [
      'starting_after=a',
      'starting_after',
      'is not a parameter of listStopOrders; for pages, write pagination.after',
    ],
    [
      'ending_before=a',
      'ending_before',
      'is not a parameter of listStopOrders; for pages, write pagination.before',
    ],
    ['sort=asc', 'sort', 'is not a parameter of listStopOrders; for pages, write pagination.newestFirst'],
    ['constructor=a', 'constructor', 'is not a parameter of listStopOrders'],
    ['=5', '""', 'is not a parameter of listStopOrders'],
    ['__proto__=5', '__proto__', 'is not a parameter of listStopOrders'],
    [
      'pagination[first]=5',
      'pagination[first]',
      'is not a parameter of listStopOrders; write pagination.first',
    ],
    [
      'filter.statuses[]=X',
      'filter.statuses[]',
      'is not a parameter of listStopOrders; write filter.statuses',
    ],
    ['Filter.LiveOnly=1', 'Filter.LiveOnly', 'is not a parameter of listStopOrders; write filter.liveOnly'],
    ['partyIds=1', 'partyIds', 'is not a parameter of listStopOrders; did you mean filter.partyIds?'],
    [
      'pagination.frist=1',
      'pagination.frist',
      'is not a parameter of listStopOrders; did you mean pagination.first?',
    ],
  ])('%s', (query, field, description) => {
    expect(violations('listStopOrders', query)).toEqual([{ field, description }])
  })

  test('an enum value lists what is allowed and the nearest; its number is none', () => {
    const allowed =
      'must be one of EXPIRY_STRATEGY_UNSPECIFIED, EXPIRY_STRATEGY_CANCELS, EXPIRY_STRATEGY_SUBMIT'
    expect(
      violations(
        'listStopOrders',
        'filter.expiryStrategies=expiry_strategy_submit&filter.expiryStrategies=1',
      ),
    ).toEqual([
      {
        field: 'filter.expiryStrategies',
        description: `${allowed}, got "expiry_strategy_submit"; write EXPIRY_STRATEGY_SUBMIT`,
      },
      { field: 'filter.expiryStrategies', description: `${allowed}, got "1"` },
    ])
  })

  test('a required parameter is missing beside another mistake, and is not when its own value is the mistake', () => {
    const named = (query: string) => violations('listNodeSignatures', query).map(({ field }) => field)
    expect(named('ids=ab')).toEqual(['ids', 'id'])
    expect(named('id=%zz')).toEqual(['id'])
  })

  test('a name that there is not is no parameter of the path', () => {
    const [violation] = violations('getOrder', 'order=1', { orderId: ID })
    expect(violation?.description).toMatch(/^is not a parameter of getOrder/)
  })

  test('a required parameter that is missing or empty', () => {
    expect(violations('listNodeSignatures', '')).toEqual([{ field: 'id', description: 'is required' }])
    expect(violations('listNodeSignatures', 'id=')[0]?.description).toMatch(
      /^is required: must be a valid ResourceId/,
    )
    expect(violations('getOrder', '', { orderId: '' })[0]?.description).toMatch(
      /^is required: must be a valid OrderId/,
    )
  })

  test('a list that is too long, once, and an integer beyond 32 bits', () => {
    const declared = {
      name: 'ids',
      in: 'query',
      schema: { type: 'array', maxItems: 2, items: { type: 'string', pattern: '^[a-z]$' } },
    }
    const integer = { name: 'n', in: 'query', schema: { type: 'integer', format: 'int32' } }
    const paths = { '/x': { get: { operationId: 'x', parameters: [declared, integer] } } }
    operations.set('x', loadOperations({ paths })[0]!)
    expect(read('x', 'ids=a&ids=b')).toEqual({ ids: ['a', 'b'] })
    expect(read('x', 'n=2147483647')).toEqual({ n: 2147483647 })
    expect(violations('x', 'n=2147483648')).toMatchObject([{ field: 'n' }])
    for (const query of ['ids=a&ids=b&ids=c&ids=d', 'ids=a&ids=a&ids=a'])
      expect(violations('x', query)).toEqual([
        { field: 'ids', description: 'has more than 2 values; send several requests' },
      ])
  })

  test('a path parameter in the query, which the reference lets override the path', () => {
    expect(violations('getOrder', `orderId=${OTHER}`, { orderId: ID })).toEqual([
      { field: 'orderId', description: 'belongs in the path of getOrder, not in its query' },
    ])
  })

  test('all violations of a request at once, up to twenty', () => {
    const fields = violations('getStake', 'pagination.first=0&a=1&pagination.newestFirst=x', { partyId: 'p' })
    expect(fields.map(({ field }) => field)).toEqual([
      'partyId',
      'pagination.first',
      'a',
      'pagination.newestFirst',
    ])
    const flood = Array.from({ length: 500 }, (_, n) => `x${n}=1`).join('&')
    expect(violations('getStake', flood, { partyId: ID })).toHaveLength(20)
    expect(violations('listAccounts', 'filter.partyIds=x&'.repeat(500))).toHaveLength(20)
  })

  test('text that a backtracking pattern would read for hours is read or refused at once', () => {
    const long = [...'a0-,%+[_ .', '%41', '[]', 'aA', '\0'].map(unit => unit.repeat(40_000 / unit.length))
    const byPattern = new Map(
      [...operations.values()].flatMap(operation =>
        operation.parameters.map(({ name, pattern }) => [pattern, { operation, name }] as const),
      ),
    )
    for (const { operation, name } of byPattern.values())
      for (const text of long) {
        const ids = { marketId: text, partyId: text, orderId: text }
        const query = `${name}=${text}&${text}=1&${text}`
        expect(() => readParameters(operation, ids, query)).toThrow(Problem)
      }
  })

  test('long and unprintable text is cut and escaped', () => {
    const [violation] = violations('listAccounts', `${'n'.repeat(500)}=1`)
    expect(violation?.field).toBe(`${'n'.repeat(59)}…`)
    expect(violations('listAccounts', `${'n'.repeat(60)}=1`)[0]?.field).toBe('n'.repeat(60))
    expect(violations('listAccounts', 'a%0Ab=1')[0]?.field).toBe('a\\nb')
  })
})
