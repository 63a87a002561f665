import type { ListNodeSignaturesQuery } from '@trading-network/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asFetch } from '../test/connect.ts'
import { cursorOf, type PagedNetwork, pagedNetwork } from '../test/paged-network.ts'
import { createClient } from './client.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'

type Paging = Omit<ListNodeSignaturesQuery, 'id'>

const list = ({ fetch }: Pick<PagedNetwork, 'fetch'>, paging: Paging = {}, signal?: AbortSignal) =>
  createClient({ baseUrl: 'http://network.test', fetch: asFetch(fetch) }).listNodeSignatures(
    { id: 'r', ...paging },
    { signal },
  )

const idsOf = async (records: AsyncIterable<{ id: string }>) => {
  const ids: string[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

const letters = [...'abcdefg']

describe('awaiting a list', () => {
  it('requests nothing before it is used, and the first page once however often it is used', async () => {
    const network = pagedNetwork(letters)
    const result = list(network, { 'pagination.first': 4 })
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(network.queries).toEqual([])
    expect(await result).toBe(await result)
    expect(network.queries).toHaveLength(1)
    expect(await idsOf(result)).toEqual(letters)
    expect(await idsOf(result)).toEqual(letters)
    expect(network.queries.filter(query => !query.includes('after'))).toHaveLength(1)
  })
})

describe('walking a list', () => {
  it('forwards goes on from each end cursor, with the page size of the caller', async () => {
    const network = pagedNetwork(letters)
    expect(await idsOf(list(network, { 'pagination.first': 3, 'pagination.newestFirst': false }))).toEqual(
      letters,
    )
    const start = '?id=r&pagination.first=3&pagination.newestFirst=false'
    expect(network.queries).toEqual([
      start,
      `${start}&pagination.after=${cursorOf(2)}`,
      `${start}&pagination.after=${cursorOf(5)}`,
    ])
  })

  it('backwards goes on from each start cursor and gives the records of a page last first', async () => {
    const network = pagedNetwork(letters)
    expect(await idsOf(list(network, { 'pagination.last': 3 }))).toEqual([...letters].reverse())
    expect(network.queries).toEqual([
      '?id=r&pagination.last=3',
      `?id=r&pagination.last=3&pagination.before=${cursorOf(4)}`,
      `?id=r&pagination.last=3&pagination.before=${cursorOf(1)}`,
    ])
  })

  it('sends one cursor only once it walks, to a network that took both', async () => {
    const { fetch } = pagedNetwork(letters)
    const queries: string[] = []
    const lenient = async ({ url }: Request) => {
      queries.push(new URL(url).search)
      return fetch(new Request(url.replace(/&pagination.after=[^&]*/, '')))
    }
    const both = list({ fetch: lenient }, { 'pagination.last': 4, 'pagination.after': 'x' })
    expect(await idsOf(both)).toEqual([...letters].reverse())
    expect(queries.map(query => query.includes('after'))).toEqual([true, false])
  })

  it('gives whole pages, as they were answered', async () => {
    const pages: string[] = []
    for await (const { signatures } of list(pagedNetwork(letters), { 'pagination.last': 3 }).pages()) {
      pages.push(signatures.edges.map(({ node }) => node.id).join(''))
    }
    expect(pages).toEqual(['efg', 'bcd', 'a'])
  })
})

describe('collecting', () => {
  it('gives all records, or as many as the limit and whether it cut', async () => {
    const collected = async (paging: Paging, limit?: number) => {
      const network = pagedNetwork(letters)
      const { items, truncated } = await list(network, paging).collect({ limit })
      return [items.map(({ id }) => id).join(''), truncated, network.queries.length]
    }
    expect(await collected({ 'pagination.first': 3 })).toEqual(['abcdefg', false, 3])
    expect(await collected({ 'pagination.last': 3 })).toEqual(['gfedcba', false, 3])
    expect(await collected({ 'pagination.first': 3 }, 5)).toEqual(['abcde', true, 2])
    expect(await collected({ 'pagination.first': 3 }, 7)).toEqual(['abcdefg', false, 3])
    expect(await collected({ 'pagination.first': 3 }, 8)).toEqual(['abcdefg', false, 3])
    expect(await collected({ 'pagination.first': 4 }, 6)).toEqual(['abcdef', true, 2])
    expect(await collected({ 'pagination.first': 3 }, 0)).toEqual(['', true, 1])
  })

  it.each<[number, Paging, string]>([
    [0, {}, '?id=r&pagination.first=1'],
    [2.5, {}, '?id=r&pagination.first=3'],
    [1000, {}, '?id=r'],
    [2, { 'pagination.first': 3 }, '?id=r&pagination.first=3'],
    [2, { 'pagination.before': cursorOf(6) }, `?id=r&pagination.before=${cursorOf(6)}&pagination.last=2`],
  ])('at most %d records of %j asks for %s', async (limit, paging, query) => {
    const network = pagedNetwork(letters)
    await list(network, paging).collect({ limit })
    expect(network.queries[0]).toBe(query)
  })
})

describe('a cursor that leads nowhere', () => {
  it.each(['', ' ', '\t\n'])(
    'because it is %j ends the walk after the page it came with',
    async endCursor => {
      const network = pagedNetwork(letters, pageInfo => ({ ...pageInfo, endCursor }))
      const seen: string[] = []
      const walk = async () => {
        for await (const { id } of list(network, { 'pagination.first': 2 })) seen.push(id)
      }
      const error: unknown = await walk().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StalledCursorError)
      expect(error).toMatchObject({ message: `listNodeSignatures has a stalled cursor: "${endCursor}"` })
      expect(seen).toEqual(['a', 'b'])
      expect(network.queries).toHaveLength(1)
    },
  )

  it('because it is the one that was sent ends the walk, forwards and backwards', async () => {
    const stuck = { startCursor: 'same', endCursor: 'same', hasNextPage: true, hasPreviousPage: true }
    const fetch = async () =>
      Response.json({ signatures: { edges: [{ cursor: 'same', node: { id: 'a' } }], pageInfo: stuck } })
    const message = 'listNodeSignatures has a stalled cursor: "same"'
    await expect(idsOf(list({ fetch }))).rejects.toThrow(message)
    await expect(idsOf(list({ fetch }, { 'pagination.last': 1 }))).rejects.toThrow(message)
    await expect(idsOf(list({ fetch }, { 'pagination.after': 'same' }))).rejects.toThrow(message)
  })
})

describe('an abort', () => {
  it('between two records ends the walk at once, with the reason of the signal', async () => {
    const network = pagedNetwork(letters)
    const abort = new AbortController()
    const reason = new Error('enough')
    const seen: string[] = []
    const walk = async () => {
      for await (const { id } of list(network, { 'pagination.first': 3 }, abort.signal)) {
        seen.push(id)
        if (id === 'e') abort.abort(reason)
      }
    }
    await expect(walk()).rejects.toBe(reason)
    expect(seen).toEqual([...'abcde'])
    expect(network.queries).toHaveLength(2)
  })
})

describe('for lists and page sizes of any kind', () => {
  const lists = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 60 })
  const sizes = fc.integer({ min: 1, max: 70 })

  it('both directions give every record exactly once, in order and in reverse', async () => {
    await fc.assert(
      fc.asyncProperty(lists, sizes, sizes, async (ids, first, last) => {
        const network = pagedNetwork(ids)
        expect(await idsOf(list(network, { 'pagination.first': first }))).toEqual(ids)
        expect(network.queries).toHaveLength(Math.max(1, Math.ceil(ids.length / first)))
        expect(await idsOf(list(network, { 'pagination.last': last }))).toEqual([...ids].reverse())
      }),
    )
  })
})
