import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { prefixOf } from '../contract/columns.ts'
import { current } from '../contract/current.ts'
import { documentsOf } from './documents.ts'
import { searchIn } from './engine.ts'

const searched = searchIn(documentsOf())
const known = new Map<string, ReturnType<typeof searched>>()
/** Several tests ask the same questions. */
const search = (query: string) => {
  const results = known.get(query) ?? searched(query)
  known.set(query, results)
  return results
}
const pathsOf = (query: string) => search(query).pages.map(({ path }) => path)

const file = resolve(import.meta.dirname, '../../test/search-questions.yaml')
const QUESTIONS: Record<string, Record<string, string>> = parse(readFileSync(file, 'utf8'))

/** Of the questions of each kind, how many may have no answer first, and none among the first three. */
const ALLOWED = {
  callers: [2, 0],
  synonyms: [1, 1],
  errors: [1, 0],
  operators: [0, 0],
  accountants: [1, 0],
  earlier: [2, 1],
  asked: [9, 3],
  fresh: [3, 0],
  latest: [6, 2],
  known: [5, 0],
  exact: [0, 0],
} as const

const answers = (page: string, accepted: readonly string[]) =>
  accepted.some(each => page === each || (each === 'client/' && page.startsWith(each)))

describe('search', () => {
  it.each(Object.entries(ALLOWED))('answers questions of %s', (kind, [notFirst, notAmongThree]) => {
    const found = Object.entries(QUESTIONS[kind] ?? {}).map(([question, accepted]) => {
      const pages = pathsOf(question)
      return {
        question,
        pages: pages.slice(0, 3),
        place: pages.findIndex(page => answers(page, accepted.split(' '))),
      }
    })
    const later = found.filter(({ place }) => place !== 0)
    const missed = found.filter(({ place }) => place < 0 || place > 2)
    expect(later.slice(notFirst)).toEqual([])
    expect(missed.slice(notAmongThree)).toEqual([])
    expect(found.filter(({ pages }) => pages.length === 0)).toEqual([])
  })

  it('takes no notice of blanks and marks around a question', () => {
    const questions = [...Object.keys(QUESTIONS.fresh!), 'listStopOrder', 'wrong page']
    expect(questions.filter(each => pathsOf(` ${each} ?`).join() !== pathsOf(each).join())).toEqual([])
  })

  it('finds each operation by its title and its id, first', () => {
    const missed = current.operations
      .flatMap(({ id, summary }) => [id, summary].map(query => ({ id, query, first: pathsOf(query)[0] })))
      .filter(({ id, first }) => first !== `operations/${id}/`)
    expect(missed).toEqual([])
  })

  it('finds each enum value on the page of its enum, first, also without what the names have in common', () => {
    const values = current.schemas.flatMap(({ kind, name: page, enum: { values } = { values: [] } }) => {
      const names = kind === 'enums' ? values.map(({ name }) => name) : []
      return names.map(name => ({ name, short: name.slice(prefixOf(names).length), home: `enums/${page}/` }))
    })
    const missed = (form: 'name' | 'short') => {
      const places = Map.groupBy(values, value => value[form])
      return [...places].filter(([text, homes]) => !homes.some(({ home }) => home === pathsOf(text)[0]))
    }
    expect(missed('name')).toEqual([])
    // Some are words with a page of their own, such as LIMIT and MARKET.
    expect(missed('short').slice(16)).toEqual([])
  })

  it('leads from a pasted path, URL or line of a log to its operation', () => {
    const missed = current.operations.flatMap(({ id, path }) => {
      const filled = path.replace(/\{\w+\}/g, '4a2f9b61')
      return [
        path,
        filled,
        `GET ${filled}?pagination.first=2`,
        `https://api.example:8080/net${filled}?x=1#y`,
        `10.0.0.7 - - [25/Nov/2026:21:04:36] "GET ${filled} HTTP/1.1" 400 312`,
      ].filter(text => pathsOf(text)[0] !== `operations/${id}/`)
    })
    expect(missed).toEqual([])
  })

  it.each([
    ['stopOrder.price', 'schemas/StopOrder/#StopOrder.price'],
    ['Order.batchId', 'schemas/Order/#Order.batchId'],
    ['peggedOrder.offset', 'schemas/PeggedOrder/#PeggedOrder.offset'],
  ])('finds the field %s by its path', (path, anchor) => {
    expect(search(path).pages[0]?.parts[0]?.path).toBe(anchor)
  })

  it.each([
    ['liqudity', 'liquidity'],
    ['autentication', 'authentication'],
    ['refferal', 'referral'],
  ])('takes %s for %s, a word of these pages', (typed, known) => {
    expect(search(typed).instead).toEqual([known])
  })

  it('takes no known word for another', () => {
    for (const query of Object.keys(QUESTIONS.known ?? {}).filter(each => each !== 'refferal'))
      expect(search(query).instead).toEqual([])
  })

  it('finds nothing without a word', () => {
    expect(search(' the ')).toEqual({ pages: [], instead: [] })
  })
})
