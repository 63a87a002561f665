import { expect, test } from 'vitest'
import type { Answer, Head } from '../responses/reply.ts'
import { WaitingRequests } from './waiting-requests.ts'

const blockOf = (height: number): Head => ({ height: String(height), timestamp: '0', state: `s${height}` })
const answerAt = (height: number, etag: string): Answer => ({ body: etag, etag, block: blockOf(height) })

/** A database behind a socket: its head moves by hand, and its answers come when the test gives them. */
function slowNetwork() {
  let head = blockOf(1)
  const asked: ((answer: Answer) => void)[] = []
  return {
    asked,
    commit: (height: number) => {
      head = blockOf(height)
    },
    answer: () => new Promise<Answer>(resolve => void asked.push(resolve)),
    // Any row may have changed.
    changes: async () => ({ head, touched: undefined }),
  }
}

const operation = { operationId: 'list', method: 'GET', path: '/list', parameters: [] } as const

function request(tag: string) {
  return {
    ...{ url: '/list', operation, query: {}, leastHeight: undefined, seconds: 60 },
    ...{ has: (etag: string) => etag === tag, onGone: () => undefined },
  }
}

test('a commit during a read is not missed by the next request', async () => {
  const network = slowNetwork()
  const waiting = new WaitingRequests(network)
  const first = waiting.next(request('a'))
  network.asked.shift()?.(answerAt(1, 'a'))
  network.commit(2)
  await expect.poll(() => network.asked.length).toBe(1)
  const [read] = network.asked.splice(0)
  // The read is of block 2, and comes after the commit of block 3 is known.
  network.commit(3)
  await new Promise(resolve => setTimeout(resolve, 100))
  read?.(answerAt(2, 'b'))
  expect(await first).toMatchObject({ answer: { etag: 'b' } })

  const second = waiting.next(request('b'))
  await expect.poll(() => network.asked.length).toBe(1)
  network.asked.shift()?.(answerAt(3, 'c'))
  expect(await second).toMatchObject({ answer: { etag: 'c' } })
  waiting.end()
})

test('a wait ends with the last block up to which nothing changed', async () => {
  const network = slowNetwork()
  const waiting = new WaitingRequests(network)
  const unchanged = waiting.next({ ...request('a'), seconds: 0.2 })
  network.asked.shift()?.(answerAt(1, 'a'))
  network.commit(2)
  await expect.poll(() => network.asked.length).toBe(1)
  network.asked.shift()?.(answerAt(2, 'a'))
  expect(await unchanged).toEqual({ unchanged: blockOf(2), etag: 'a' })
  waiting.end()
})
