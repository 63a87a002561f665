import { expect, test } from 'vitest'
import { plainComment } from './documentation.ts'

test('a description needs no tag', () => {
  expect(plainComment('* @description The owner. ')).toBe('* The owner. ')
})

test('a comment does not repeat the type', () => {
  expect(plainComment('*\n * Format: int64\n * @description A time.\n * @example 5\n ')).toBe(
    '*\n * A time.\n * @example 5\n ',
  )
})

test('further lines of a description are not indented', () => {
  expect(plainComment('*\n * @description One.\n *     \n *     Two.\n ')).toBe('*\n * One.\n * \n * Two.\n ')
})

test('a single line stands alone', () => {
  expect(plainComment('*\n * Format: int64\n * @description A time.\n ')).toBe('* A time. ')
})
