import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { AsciiResponse } from './ascii-response.ts'

let body: string | Buffer | undefined
let encoding: BufferEncoding | undefined
const server = createServer({ ServerResponse: AsciiResponse }, (_, response) =>
  encoding === undefined ? response.end(body) : response.end(body, encoding),
)
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

/** The bytes of the response. */
async function bytes(): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return Buffer.from(await answer.arrayBuffer())
}

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
  encoding = undefined
  expect((await bytes()).equals(Buffer.from(sent ?? ''))).toBe(true)
})

test.each(['utf8', 'utf-8', 'base64', 'hex', 'latin1', 'utf16le'] as const)(
  'sends text in the encoding that it is given with: %s',
  async given => {
    body = '6869'
    encoding = given
    expect(await bytes()).toEqual(Buffer.from(body, given))
  },
)
