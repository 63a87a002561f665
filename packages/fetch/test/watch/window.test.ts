import type { Account, AccountList } from '@trading-network/types'
import { expect, it } from 'vitest'
import { type WatchEvent, watch } from '../../src/watch.ts'
import { testClock } from './clock.ts'
import { collect, page, scripted } from './scripted.ts'

const clock = testClock()

const show = ({ type, record, previous, records, hasMore }: WatchEvent<AccountList, Account>) => {
  const owner = (record ?? previous)?.owner ?? records.map(({ owner }) => owner).join('')
  return `${type} ${owner}${hasMore ? ', more' : ''}`
}

/** The events of a watch that sees these owners at one block after another. */
const eventsOf = async (params: object, pages: readonly (readonly [string, boolean])[]) => {
  const steps = pages.map(([owners, hasMore], height) => page(owners, { height }, hasMore))
  const { client } = scripted(clock, steps)
  const seen = collect(watch(client.listAccounts(params)), show)
  await clock.pass(5000)
  return seen
}

it('a record that moves over the end of a window has left it', async () => {
  const seen = await eventsOf({ 'pagination.first': 3 }, [
    ['cba', true],
    ['dcb', true],
  ])
  expect(seen).toEqual(['state cba, more', 'left a, more', 'added d, more'])
})

it('records without any in common may all have moved over the end', async () => {
  const seen = await eventsOf({ 'pagination.first': 2 }, [
    ['ba', true],
    ['dc', true],
  ])
  const moved = ['left b, more', 'left a, more', 'entered d, more', 'entered c, more']
  expect(seen).toEqual(['state ba, more', ...moved])
})

it('a record that goes from the middle is removed, and the next one enters', async () => {
  const seen = await eventsOf({ 'pagination.first': 3 }, [
    ['dcb', true],
    ['dba', true],
  ])
  expect(seen).toEqual(['state dcb, more', 'removed c, more', 'entered a, more'])
})

it('a window at the end of the list has its open end at the start', async () => {
  const seen = await eventsOf({ 'pagination.last': 3 }, [
    ['abc', true],
    ['bcd', true],
  ])
  expect(seen).toEqual(['state abc, more', 'left a, more', 'added d, more'])
})

it('a record of a whole list is removed', async () => {
  const seen = await eventsOf({ 'pagination.first': 3 }, [
    ['ba', false],
    ['c', false],
  ])
  expect(seen).toEqual(['state ba', 'removed b', 'removed a', 'added c'])
})

it('a list that is longer than a page needs a window or a filter', async () => {
  expect(await eventsOf({}, [['cba', true]])).toEqual([
    'RangeError: listAccounts needs a filter or pagination.first',
  ])
})

it('a list that outgrows its page goes on as a window', async () => {
  expect(
    await eventsOf({}, [
      ['ba', false],
      ['cb', true],
    ]),
  ).toEqual(['state ba', 'left a, more', 'added c, more'])
})

it('a list that grows beyond its page says so', async () => {
  expect(
    await eventsOf({}, [
      ['ab', false],
      ['ab', true],
    ]),
  ).toEqual(['state ab', 'state ab, more'])
})
