import type { Account, AccountList } from '@trading-network/types'
import { expect, it } from 'vitest'
import { type WatchEvent, watch } from '../../src/watch.ts'
import { testClock } from './clock.ts'
import { collect, page, scripted } from './scripted.ts'

const clock = testClock()

/** An event with its owners; a plus if the list has more records. */
const show = ({ type, record, previous, records, hasMore }: WatchEvent<AccountList, Account>) => {
  const owner = (record ?? previous)?.owner ?? records.map(({ owner }) => owner).join('')
  return `${type} ${owner}${hasMore ? '+' : ''}`
}

const first = (size: number) => ({ 'pagination.first': size })
const last = (size: number) => ({ 'pagination.last': size })

it.each([
  ['record that moves over the end has left', first(3), 'cba+ dcb+', 'state cba+, left a+, added d+'],
  [
    'record that goes from the middle is removed',
    first(3),
    'dcb+ dba+',
    'state dcb+, removed c+, entered a+',
  ],
  ['last page has its open end at the start', last(3), 'abc+ bcd+', 'state abc+, left a+, added d+'],
  ['record of a whole list is removed', first(3), 'ba c', 'state ba, removed b, removed a, added c'],
  ['list that outgrows its page goes on as a window', {}, 'ba cb+', 'state ba, left a+, added c+'],
  ['list that grows beyond its page says so', {}, 'ab ab+', 'state ab, state ab+'],
  [
    'list that is longer than a page needs a window',
    {},
    'cba+',
    'RangeError: listAccounts needs a filter or pagination.first',
  ],
  [
    'page without any record of before may have moved',
    first(2),
    'ba+ dc+',
    'state ba+, left b+, left a+, entered d+, entered c+',
  ],
])('a %s', async (_, params, pages, events) => {
  const steps = pages
    .split(' ')
    .map((owners, height) => page(owners.replace('+', ''), { height }, owners.endsWith('+')))
  const { client } = scripted(clock, steps)
  const seen = collect(watch(client.listAccounts(params)), show)
  await clock.pass(5000)
  expect(seen.join(', ')).toBe(events)
})
