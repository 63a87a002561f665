import { describe, expect, it } from 'vitest'
import { checkNames } from '../../src/index.ts'
import { handMadeServers } from './by-hand.ts'
import { generatedServers } from './generated.ts'
import { nameOf } from './server.ts'
import { explains, explanations, isExplained } from './survivors.ts'

/** These need no server: they tell in milliseconds whether a change of the contract concerns a list of names here. */
describe('broken servers', () => {
  it('have different names', () => {
    const names = [...generatedServers, ...handMadeServers].map(nameOf)
    expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([])
  })

  it('exist for every explanation', () => {
    const unused = explanations.filter(each => !generatedServers.some(server => explains(each, server)))
    expect(
      unused.map(({ names, reason }) => `${names}: ${reason}`),
      'no broken server has these names now: remove or change them in survivors.ts',
    ).toEqual([])
  })

  it('are for every check that can fail', () => {
    const found = handMadeServers.map(({ caughtBy }) => caughtBy)
    const missing = checkNames.filter(name => name !== 'coverage' && !found.includes(name))
    expect(missing, 'these checks have no broken server: add one in by-hand.ts').toEqual([])
    const unknown = found.filter(name => !checkNames.includes(name))
    expect(unknown, 'no check has these names now').toEqual([])
  })

  it('survive in at most 1 of 80 cases', () => {
    const survivors = generatedServers.filter(isExplained).map(nameOf)
    expect(survivors.length / generatedServers.length, survivors.join('\n')).toBeLessThanOrEqual(1 / 80)
  })
})
