import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { Busy, SharedSnapshots } from './shared-snapshots.ts'

/** Snapshots that are plain numbers, with a record of the opened and closed ones. */
function numbers(options: { pool: number; leases: number }) {
  const open = new Set<number>()
  let opened = 0
  const sharing = new SharedSnapshots<number>({
    ...options,
    async open() {
      open.add(++opened)
      return opened
    },
    async close(thing) {
      open.delete(thing)
    },
  })
  return { sharing, open }
}

/** Leases a snapshot until the test ends the lease. Returns the snapshot. */
function user(sharing: SharedSnapshots<number>, patience = 60_000) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const used = sharing.use(patience, async thing => {
    await promise
    return thing
  })
  return { used, stop: () => resolve() }
}

describe('what costs more to open than to use', () => {
  it('is shared by those who come in one turn, by so many as may, and closed after the last', async () => {
    const { sharing, open } = numbers({ pool: 2, leases: 2 })
    const users = [user(sharing), user(sharing), user(sharing)]
    await turn()
    expect(open).toEqual(new Set([1, 2]))
    users[0]?.stop()
    expect(await users[0]?.used).toBe(1)
    await turn()
    expect(open).toContain(1)
    for (const { stop } of users) stop()
    expect(await Promise.all(users.map(({ used }) => used))).toEqual([1, 1, 2])
    await turn()
    expect(open).toEqual(new Set())
  })

  it('gets no further lease once it is open', async () => {
    const { sharing } = numbers({ pool: 2, leases: 10 })
    const first = user(sharing)
    await turn()
    const second = user(sharing)
    for (const { stop } of [first, second]) stop()
    expect([await first.used, await second.used]).toEqual([1, 2])
  })

  it('is had in the order in which it was waited for, and not by those who have left', async () => {
    const { sharing } = numbers({ pool: 1, leases: 2 })
    const first = user(sharing)
    await turn()
    const [hasty, ...waiting] = [user(sharing, 10), user(sharing), user(sharing), user(sharing)]
    expect(sharing.waiting).toBe(4)
    await expect(hasty?.used).rejects.toThrow('no snapshot was free for 10 ms')
    expect(sharing.waiting).toBe(3)
    for (const { stop } of [first, ...waiting]) stop()
    expect(await Promise.all(waiting.map(({ used }) => used))).toEqual([2, 2, 3])
    expect(sharing.waiting).toBe(0)
  })

  it('is not waited for by those who have no time left', async () => {
    const { sharing } = numbers({ pool: 1, leases: 1 })
    const first = user(sharing, 0)
    await expect(sharing.use(0, async () => 0)).rejects.toThrow(Busy)
    first.stop()
    await first.used
    await turn()
    expect(await sharing.use(-1, async thing => thing)).toBe(2)
  })
})

test('a failure to open a snapshot, or of one request, does not affect later requests', async () => {
  let attempts = 0
  const sharing = new SharedSnapshots({
    pool: 1,
    leases: 2,
    async open() {
      attempts += 1
      if (attempts === 1) throw new Error('cannot be opened')
    },
    async close() {
      throw new Error('cannot be closed')
    },
  })
  const together = [sharing.use(0, async () => 1), sharing.use(0, async () => 2)]
  for (const used of together) await expect(used).rejects.toThrow('cannot be opened')
  const fails = sharing.use(1_000, () => Promise.reject(new Error('work failed')))
  await expect(fails).rejects.toThrow('work failed')
  expect(await sharing.use(1_000, async () => 'worked')).toBe('worked')
})
