import { simulate } from '@trading-network/simulator'
import { describe, expect, it } from 'vitest'
import { type Reply, running } from '../running.ts'
import {
  allows,
  exampleCursors,
  isCursor,
  type Operation,
  operations,
  type Parameter,
} from './contract-reading.ts'
import { encodingsOf, MALFORMED, misspeltNames, spellingsOf } from './values.ts'

const server = await running(simulate({ seed: 4, blocks: 60, scale: 1 }))

/** Parameters that need others, as the contract says in words. */
const NEEDS: Readonly<Record<string, string>> = { includeDerivedParties: 'filter.partyIds' }

interface Sent {
  readonly operation: Operation
  readonly parameter: Parameter
  /** Each `name=value` of the parameter, the value as it stands in the URL. */
  readonly encoded: readonly string[]
}

function ask({ operation, parameter, encoded }: Sent): Promise<Reply> {
  const others = operation.parameters.filter(
    ({ name, required }) => name !== parameter.name && (required || name === NEEDS[parameter.name]),
  )
  const values = new Map(others.map(({ name, example }) => [name, [encodeURIComponent(String(example))]]))
  if (parameter.in !== 'header') values.set(parameter.name, [...encoded])
  const path = operation.path.replace(/\{(\w+)\}/, (_, name: string) => values.get(name)?.[0] ?? '')
  const query = operation.parameters
    .filter(each => each.in === 'query')
    .flatMap(({ name }) => (values.get(name) ?? []).map(value => `${name}=${value}`))
  const headers = parameter.in === 'header' ? { [parameter.name]: encoded[0] ?? '' } : {}
  return server.get(`${path}?${query.join('&')}`, 'GET', headers)
}

/** The field and the description of each violation; none for an accepted request. */
async function violations(sent: Sent): Promise<[field: string, description: string][]> {
  const { status, body } = await ask(sent)
  if (status !== 400) {
    expect([200, 304, 404, 503]).toContain(status)
    return []
  }
  const [detail] = body.details
  return detail.fieldViolations.map((each: { field: string; description: string }) => [
    each.field,
    each.description,
  ])
}

const every = operations.flatMap(operation =>
  operation.parameters.map(parameter => ({
    operation,
    parameter,
    of: operation.operationId,
    name: parameter.name,
  })),
)
const inUrl = every.filter(({ parameter }) => parameter.in !== 'header')
const inQuery = every.filter(({ parameter }) => parameter.in === 'query')

describe('the simplest case', () => {
  const byName = (of: string, name: string) => every.find(each => each.of === of && each.name === name)!

  it.each([
    ['listStopOrders', 'filter.liveOnly', 'true', true],
    ['listStopOrders', 'filter.liveOnly', 'TRUE', false],
    ['listStopOrders', 'filter.liveOnly', '1', false],
    ['listAccounts', 'pagination.first', '5', true],
    ['listAccounts', 'pagination.first', '05', false],
    ['listEpochRewardSummaries', 'filter.fromEpoch', '18446744073709551615', true],
    ['listEpochRewardSummaries', 'filter.fromEpoch', '18446744073709551616', false],
    ['listStopOrders', 'filter.statuses', 'STATUS_PENDING', true],
    ['listStopOrders', 'filter.statuses', 'STATUS_PENDING,STATUS_EXPIRED', false],
    ['getOrder', 'version', '+1', false],
  ])('%s %s=%s is allowed: %s', async (of, name, text, isAllowed) => {
    const { operation, parameter } = byName(of, name)
    expect(allows(parameter, [text])).toBe(isAllowed)
    const found = await violations({ operation, parameter, encoded: [encodeURIComponent(text)] })
    expect(found.map(([field]) => field)).toEqual(isAllowed ? [] : [name])
  })
})

describe('a value is accepted if and only if the contract allows it', () => {
  it.each(inUrl)('$of $name', async ({ of, operation, parameter, name }) => {
    const spellings = spellingsOf(of, parameter)
    expect(spellings.length).toBeGreaterThan(40)
    for (const text of spellings) {
      // An empty id is another path.
      if (parameter.in === 'path' && text === '') continue
      const found = await violations({ operation, parameter, encoded: [encodeURIComponent(text)] })
      const isAllowed = allows(parameter, [text]) && !isCursor(parameter)
      expect([text, found.map(([field]) => field)]).toEqual([text, isAllowed ? [] : [name]])
      if (!isAllowed) expect(found[0]?.[1]).toMatch(/, got "/)
    }
  })

  it.each(every.filter(({ parameter }) => parameter.in === 'header'))(
    '$of $name',
    async ({ of, operation, parameter, name }) => {
      // HTTP cuts spaces off a header, and has no other characters.
      const texts = spellingsOf(of, parameter).filter(text => /^[!-~]*$/.test(text))
      for (const text of texts) {
        const found = await violations({ operation, parameter, encoded: [text] })
        expect([text, found.map(([field]) => field)]).toEqual([text, allows(parameter, [text]) ? [] : [name]])
      }
    },
  )

  it.each(inQuery.filter(({ parameter }) => isCursor(parameter)))(
    'a cursor of the list itself: $of $name',
    async ({ of, operation, parameter }) => {
      const cursors = exampleCursors(of)
      expect(cursors.length).toBeGreaterThan(0)
      for (const cursor of cursors)
        expect([cursor, await violations({ operation, parameter, encoded: [cursor] })]).toEqual([cursor, []])
    },
  )
})

describe('a value in a URL', () => {
  it.each(inUrl)('may be escaped, not malformed: $of $name', async ({ operation, parameter, name }) => {
    const example = [parameter.example].flat()[0]
    if (example !== undefined)
      for (const encoded of encodingsOf(String(example)))
        expect([encoded, await violations({ operation, parameter, encoded: [encoded] })]).toEqual([
          encoded,
          [],
        ])
    for (const encoded of MALFORMED) {
      const [violation, ...others] = await violations({ operation, parameter, encoded: [encoded] })
      expect(violation).toEqual([
        parameter.in === 'path' ? 'path' : name,
        expect.stringMatching(/^has a malformed percent escape, got "/),
      ])
      expect(others).toEqual([])
    }
  })

  it.each(inQuery)('may be repeated in a list only: $of $name', async ({ operation, parameter, name }) => {
    const example = [parameter.example ?? 'YWJj'].flat()[0]
    const encoded = encodeURIComponent(String(example))
    const { maxItems = 2 } = parameter.schema
    for (const count of [2, maxItems, maxItems + 1]) {
      const isAllowed = allows(parameter, Array(count).fill(String(example)))
      const found = await violations({ operation, parameter, encoded: Array(count).fill(encoded) })
      if (isAllowed) expect(found).toEqual([])
      else expect(found.map(([field]) => field)).toContain(name)
    }
  })
})

describe('a name has one spelling', () => {
  it.each(inQuery)('$of $name', async ({ operation, parameter, name }) => {
    const [example = 'YWJj'] = [parameter.example].flat()
    const known = operation.parameters.map(each => each.name)
    for (const { other, isSame } of misspeltNames(name).filter(each => !known.includes(each.other))) {
      const renamed = { ...parameter, name: other }
      const misspelt = { ...operation, parameters: [...operation.parameters, renamed] }
      const encoded = [encodeURIComponent(String(example))]
      const found = new Map(await violations({ operation: misspelt, parameter: renamed, encoded }))
      expect([other, found.get(other)]).toEqual([
        other,
        expect.stringMatching(`is not a parameter of ${operation.operationId}`),
      ])
      if (isSame) expect(found.get(other)).toContain(`; write ${name}`)
    }
  })
})
