import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Answering, Exchange } from './account.ts'
import { Accounts } from './accounts.ts'
import { networkOf } from './clients.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { Connections } from './connections.ts'

const NOTHING = { connections: 0, requests: 0, places: 0, waiting: 0, bytes: 0 }

class FakeSocket extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  /** As with Node, the event comes later, and only once. */
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    gone.push(this)
  }
}
let gone: FakeSocket[] = []

/** A service whose events the test plays in any order. */
function service(limits = {}) {
  const accounts = new Accounts(({ socket }) => networkOf(socket.remoteAddress))
  const connections = new Connections(accounts, { ...CONNECTION_LIMITS, ...limits })
  const started: Exchange[] = []
  gone = []
  return {
    accounts,
    connections,
    started,
    open(address: string) {
      const socket = new FakeSocket(address)
      connections.connect(socket as never)
      return socket
    },
    ask(socket: FakeSocket) {
      const response = new EventEmitter() as Answering
      const request = { socket, url: '/', rawHeaders: [], headers: {} }
      connections.begin(request as never, response, exchange => void started.push(exchange))
      return response
    },
    /** The events that destroyed connections bring. */
    settle() {
      for (const socket of gone.splice(0)) socket.emit('close')
    },
  }
}

it('a response after its client has left holds nothing', () => {
  const { accounts, connections, open, ask } = service()
  for (let count = 0; count < 1000; count += 1) {
    const socket = open('192.0.2.1')
    const response = ask(socket)
    response.emit('close')
    socket.emit('close')
    connections.answered(response, 100_000)
  }
  expect(accounts.held).toEqual(NOTHING)
})

it('a connection has one request under way, and the next when its response has left', () => {
  const { started, accounts, connections, open, ask } = service()
  const socket = open('192.0.2.1')
  const responses = [1, 2, 3].map(() => ask(socket))
  expect(started.length).toBe(1)
  connections.answered(responses[0]!, 1)
  expect(started.length).toBe(1)
  responses[0]!.emit('close')
  expect(started.length).toBe(2)
  socket.destroyed = true
  socket.emit('close')
  responses[1]!.emit('close')
  expect([started.length, accounts.held]).toEqual([2, NOTHING])
})

it('of networks of IPv6, the one with the most clients gives way', () => {
  const { accounts } = service()
  const ended: string[] = []
  const wait = (address: string) => {
    const account = accounts.of({ socket: { remoteAddress: address } } as never)
    return accounts.hold(account, 'waiting', () => void ended.push(address), 100)
  }
  for (let net = 0; net < 100; net += 1) wait(`2001:db8:0:${net.toString(16)}::1`)
  expect(wait('2001:db8:1::1')).toBeDefined()
  expect(ended).toEqual(['2001:db8:0:0::1'])
  // A further client of the same network takes the place of another one there only if that has more.
  expect(wait('2001:db8:0:ff::1')).toBeUndefined()
})

const step = fc.record({
  do: fc.constantFrom('open', 'ask', 'ask', 'answer', 'leave', 'left', 'end', 'settle'),
  which: fc.nat(7),
  bytes: fc.nat(60),
})

it('in any order of events, nothing is held when all have left', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), steps => {
      const limits = {
        mostConnections: 5,
        mostUnanswered: 3,
        mostClientBytes: 9_000,
        mostBytes: 14_000,
      }
      const { accounts, connections, open, ask, settle } = service(limits)
      const [sockets, responses]: [FakeSocket[], Answering[]] = [[], []]
      for (const { do: what, which, bytes } of steps) {
        const socket = sockets[which % (sockets.length || 1)]
        const response = responses[which % (responses.length || 1)]
        if (what === 'open') sockets.push(open(`192.0.2.${which % 3}`))
        else if (what === 'ask' && socket) responses.push(ask(socket))
        else if (what === 'answer' && response) connections.answered(response, bytes * 100)
        else if (what === 'leave') response?.emit('close')
        else if (what === 'left') socket?.destroy()
        else if (what === 'settle') settle()
        expect(accounts.held.connections).toBeLessThanOrEqual(5)
        expect(Math.min(...Object.values(accounts.held))).toBeGreaterThanOrEqual(0)
      }
      for (const socket of sockets) socket.destroy()
      settle()
      for (const response of responses) {
        connections.answered(response, 1000)
        response.emit('close')
      }
      expect(accounts.held).toEqual(NOTHING)
      expect(accounts.largest()).toEqual({ ...NOTHING, time: 0 })
    }),
  )
})
