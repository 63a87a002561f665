import { expect, it } from 'vitest'
import { contract } from '../src/contract/document.ts'
import { rules } from '../src/rules/index.ts'

/** The values at a JSON pointer; `*` stands for all members of an object. */
function valuesAt(pointer: string): unknown[] {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<unknown[]>(
    (values, key) =>
      values.flatMap(value => {
        const members = (value ?? {}) as Record<string, unknown>
        return key === '*' ? Object.values(members) : [members[key.replaceAll('~1', '/')]]
      }),
    [contract],
  )
}

it.each(rules.map(({ contract: place }) => place))('the contract has %s', place => {
  expect(valuesAt(place)).not.toContain(undefined)
})
