import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { AsciiResponse } from './ascii-response.ts'

let body: string | Buffer | undefined
const server = createServer({ ServerResponse: AsciiResponse }, (_, response) => response.end(body))
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

test.each([
  ['nothing', undefined],
  ['ASCII', 'plain'],
  ['Latin', 'größer ÿ'],
  ['more than Latin', 'ПТ 😀'],
  ['a long text', 'a'.repeat(1_000_000)],
  ['a long text with one character beyond ASCII', `${'a'.repeat(1_000_000)}é`],
  ['bytes', Buffer.from([0, 195, 188, 255])],
])('sends %s as UTF-8', async (_, sent) => {
  body = sent
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(sent ?? ''))).toBe(true)
})
