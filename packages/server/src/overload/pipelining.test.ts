import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Account } from './account.ts'
import { Pipelining } from './pipelining.ts'

test('two connections of a client that pipelines are read in each turn, all of the others', async () => {
  const pipelining = new Pipelining()
  const account = new Account('10.0.0.1')
  const sockets = Array.from({ length: 5 }, () => new Socket())
  const [first = new Socket()] = sockets
  const arePaused = () => sockets.map(socket => socket.isPaused())

  for (const socket of sockets) pipelining.note(account, socket, 1)
  for (let count = 2; count <= 4; count += 1) pipelining.note(account, first, count)
  expect(arePaused(), 'four requests are nothing special').toEqual([false, false, false, false, false])

  pipelining.note(account, first, 5)
  for (const socket of sockets.slice(1, 3)) pipelining.note(account, socket, 1)
  for (const socket of sockets.slice(3)) pipelining.note(account, socket, 0)
  const polite = new Socket()
  pipelining.note(new Account('10.0.0.2'), polite, 1)
  expect(arePaused()).toEqual([true, true, true, true, true])
  expect(polite.isPaused()).toBe(false)

  await turn()
  expect(arePaused()).toEqual([false, false, true, true, true])
  sockets[2]?.destroy()
  await turn()
  expect(arePaused().slice(3), 'a closed one takes no place').toEqual([false, false])

  pipelining.note(account, first, 1)
  expect(first.isPaused(), 'nothing is held against the client later').toBe(false)
})
