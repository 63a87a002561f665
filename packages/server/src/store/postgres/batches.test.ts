import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { Busy } from '../database-error.ts'
import { Batches } from './batches.ts'

/** Batches of names. A test ends them in any order, and reads the refusals. */
function batches(options: { places: number; size: number }) {
  const running: { names: readonly string[]; end: (hasConnection?: boolean) => void }[] = []
  const refused = new Map<string, Error>()
  const all = new Batches<string>({
    ...options,
    run: names => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const batch = { names, end: (hasConnection = true) => resolve(hasConnection) }
      running.push(batch)
      return promise.finally(() => running.splice(running.indexOf(batch), 1))
    },
    refuse: (name, error) => void refused.set(name, error),
  })
  const add = (names: string, maxWait = 60_000) => {
    for (const name of names) all.add(name, maxWait)
  }
  return { all, add, running, refused, names: () => running.map(({ names }) => names.join('')) }
}

describe('batches', () => {
  it('have the requests of one turn, and no more than a batch may have', async () => {
    const { add, names } = batches({ places: 3, size: 2 })
    add('abc')
    await turn()
    add('d')
    await turn()
    expect(names()).toEqual(['ab', 'c', 'd'])
  })

  it('have the requests that waited for a place, in the order of their arrival', async () => {
    const { all, add, running, refused, names } = batches({ places: 1, size: 2 })
    add('a')
    await turn()
    add('b', 10)
    add('cde')
    expect(all.waiting).toBe(4)
    await vi.waitFor(() => expect(refused.get('b')).toBeInstanceOf(Busy))
    expect(all.waiting).toBe(3)
    for (const expected of ['cd', 'e']) {
      running[0]?.end()
      await turn()
      expect(names()).toEqual([expected])
    }
    expect(all.waiting).toBe(0)
    expect([...refused.keys()]).toEqual(['b'])
  })

  it('have no requests that may not wait', async () => {
    const { add, refused, names } = batches({ places: 1, size: 1 })
    add('a', 0)
    add('b', 0)
    await vi.waitFor(() => expect(refused.get('b')).toBeInstanceOf(Busy))
    expect(names()).toEqual(['a'])
  })

  it('are not more than the database has connections for, until all have ended', async () => {
    const { add, running, refused, names } = batches({ places: 3, size: 1 })
    add('abc')
    await turn()
    running[1]?.end(false)
    await turn()
    // The request that found no connection is the first of those that wait.
    add('d')
    expect(names()).toEqual(['a', 'c'])
    for (const expected of [['c', 'b'], ['b', 'd'], ['d'], []]) {
      running[0]?.end()
      await turn()
      expect(names()).toEqual(expected)
    }
    add('efg')
    await turn()
    expect(names()).toEqual(['e', 'f', 'g'])
    expect(refused.size).toBe(0)
  })

  it('start again when the last one finds no connection', async () => {
    const { add, running, names } = batches({ places: 2, size: 1 })
    add('a')
    await turn()
    running[0]?.end(false)
    await turn()
    await turn()
    expect(names()).toEqual(['a'])
  })
})
