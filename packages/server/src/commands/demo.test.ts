import { expect, it } from 'vitest'
import { terminalWith } from '../../test/readme.ts'
import { demoCommand, welcome } from './demo.ts'

it('is what the README shows', () => {
  const database = demoCommand().options.find(option => option.attributeName() === 'database')
  const printed = welcome('http://127.0.0.1:8080', database?.defaultValue, true, false)
  expect(printed).toContain(terminalWith('A sample network'))
})
