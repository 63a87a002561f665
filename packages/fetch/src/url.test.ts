import { describe, expect, it } from 'vitest'
import { writePath } from './url.ts'

describe('writePath', () => {
  it('encodes a value so that it stays one segment', () => {
    expect(writePath('/api/v2/order/{orderId}', { orderId: 'a/b?c#d%e é' })).toBe(
      '/api/v2/order/a%2Fb%3Fc%23d%25e%20%C3%A9',
    )
  })

  it('takes a value literally that looks like a replacement pattern or an encoded segment', () => {
    expect(writePath('/{a}', { a: '$&' })).toBe('/%24%26')
    expect(writePath('/{a}', { a: '%2e%2e' })).toBe('/%252e%252e')
  })

  it.each(['', '.', '..', undefined])('refuses %j, which the URL would swallow', orderId => {
    expect(() => writePath('/api/v2/order/{orderId}', { orderId })).toThrow(
      new TypeError(`orderId must not be ${JSON.stringify(orderId)}`),
    )
  })

  it('takes three dots, which are a name like any other', () => {
    expect(writePath('/{a}/stake', { a: '...' })).toBe('/.../stake')
  })
})
