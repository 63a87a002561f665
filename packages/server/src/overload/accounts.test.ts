import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { Answering } from './account.ts'
import { Accounts } from './accounts.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

it('a response after its client has left holds nothing', () => {
  const accounts = new Accounts(() => 'a', CONNECTION_LIMITS)
  for (let count = 0; count < 1000; count += 1) {
    const response = new EventEmitter() as Answering
    accounts.begin({ socket: new EventEmitter(), url: '/', rawHeaders: [] } as never, response)
    response.emit('close')
    accounts.answered(response, 100_000)
  }
  expect(accounts.held).toEqual({ connections: 0, requests: 0, bytes: 0, waiting: 0 })
})
