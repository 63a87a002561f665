import { expect, test } from 'vitest'
import { Busy, Turns } from './turns.ts'

test('turns are given in the order they were asked for, and to nobody who has left', async () => {
  const turns = new Turns(2)
  await turns.take(0)
  await turns.take(0)
  const order: string[] = []
  const wait = (name: string, patience: number) =>
    turns.take(patience).then(
      () => void order.push(name),
      (error: unknown) => void order.push(`${name} left: ${(error as Error).message}`),
    )
  const all = [wait('first', 60_000), wait('hasty', 10), wait('second', 60_000)]
  expect(turns.waiting).toBe(3)
  await all[1]
  expect(turns.waiting).toBe(2)
  turns.give()
  await all[0]
  expect(turns.waiting).toBe(1)
  turns.give()
  await all[2]
  expect(turns.waiting).toBe(0)
  expect(order).toEqual(['hasty left: nobody was free for 10 ms', 'first', 'second'])
  // Two are out; of those given back, each can be had once more.
  await expect(turns.take(0)).rejects.toThrow(Busy)
  turns.give()
  await turns.take(0)
  await expect(turns.take(-1)).rejects.toThrow(Busy)
})
