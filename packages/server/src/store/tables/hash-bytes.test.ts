import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashBytes } from './hash-bytes.ts'

const hash = '0123456789abcdef'.repeat(4)

const asHex = (text: string) => Buffer.from(text).toString('hex')

describe('the stored form of an id', () => {
  it('is the 32 bytes of a hash, as it has always been', () => {
    expect(hashBytes(hash)).toEqual(Buffer.from(hash, 'hex'))
  })

  it('is the text of any other id, as it has always been', () => {
    expect(hashBytes('order-1')).toEqual(Buffer.from(':order-1'))
    expect(hashBytes(hash.toUpperCase())).toEqual(Buffer.from(`:${hash.toUpperCase()}`))
  })

  it.each([
    ['a short id in hexadecimal and the text of its bytes', asHex(':a'), 'a'],
    ['31 characters and the hash with the same bytes', 'x'.repeat(31), asHex(`:${'x'.repeat(31)}`)],
    [
      '31 bytes of fewer characters and the hash with the same bytes',
      `${'é'.repeat(15)}x`,
      asHex(`:${'é'.repeat(15)}x`),
    ],
    ['the two that are told apart by UTF-16 only', '\ud800', '\ufffd'],
    [
      'one in UTF-16 and one with the text of it',
      'x'.repeat(31),
      `;${Buffer.from('x'.repeat(31), 'utf16le')}`,
    ],
  ])('differs between %s', (_, one, other) => {
    expect(one).not.toBe(other)
    expect(hashBytes(one)).not.toEqual(hashBytes(other))
  })

  it('never is that of another id', () => {
    const hexadecimal = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'03abf'), maxLength })
    const any = fc.oneof(
      hexadecimal(6),
      fc.string({
        unit: fc.constantFrom('a', ':', ';', '\0', 'é', '\ud800', '\udc00', '\ufffd'),
        maxLength: 3,
      }),
      fc.string({ unit: fc.constantFrom('a', ':'), minLength: 30, maxLength: 33 }),
      fc.string({ unit: fc.constantFrom('3', 'a'), minLength: 62, maxLength: 66 }),
    )
    // Each id comes with another id that would get the same stored form without the prefix.
    const pair = fc.oneof(
      fc.tuple(any, any),
      any.map(id => [id, asHex(`:${id}`)] as const),
    )
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(hashBytes(one).equals(hashBytes(other))).toBe(one === other)
      }),
      { numRuns: 2000 },
    )
  })
})
