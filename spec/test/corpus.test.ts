import { corpus, type Example } from '@trading-network/test/corpus'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { at, document, type Operation, operations } from './contract-document.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, 'contract')

const named = Object.entries(corpus).map(([name, example]) => ({ name, ...example }))
const isPage = ({ name }: { name: string }): boolean => name.endsWith('Page')

function operationOf(example: Example): Operation {
  const { operationId } = example['x-tn-request']
  return operations.find(operation => operation.operationId === operationId)!
}

/** The page in an answer: the field that `x-page` names. */
function pageOf(example: Example) {
  return example.value[operationOf(example).page as string] as {
    edges: { cursor: string }[]
    pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean }
  }
}

describe('the corpus of examples', () => {
  it('is what the contract shows, file by file', () => {
    expect(Object.keys(at('#/components/examples') as object).sort()).toEqual(Object.keys(corpus))
  })

  it.each(named)('$name belongs to an operation that its file is named after', example => {
    const { operationId } = operationOf(example)
    expect(example.name).toMatch(new RegExp(`^(${operationId}|error)-[a-z][A-Za-z]+$`))
  })

  it.each(named)('$name asks what the contract allows, unless its response names the parameter', example => {
    const refused = refusedFields(example)
    const { path = {}, query = {}, headers = {} } = example['x-tn-request']
    const { parameters } = operationOf(example)
    const given = Object.entries({ ...path, ...query, ...headers })
    const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
    expect(Object.keys({ ...path, ...query })).toEqual(expect.arrayContaining(required))
    for (const [name, value] of given) {
      const parameter = parameters.find(candidate => candidate.name === name)
      expect(parameter?.in, name).toBe(name in path ? 'path' : name in query ? 'query' : 'header')
      if (!refused.has(name)) expect(valid(parameter?.schema, value), name).toBe(true)
    }
  })

  it.each(named.filter(isPage))('$name has cursors that fit its rows', example => {
    const { edges, pageInfo } = pageOf(example)
    expect(pageInfo.startCursor).toBe(edges.at(0)?.cursor ?? '')
    expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? '')
    expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(edges.length)
  })

  it.each(operations.filter(operation => operation.page))(
    'shows $operationId three pages',
    ({ operationId }) => {
      const [typical, last, empty] = ['typicalPage', 'lastPage', 'emptyPage'].map(kind =>
        pageOf(corpus[`${operationId}-${kind}`]!),
      )
      expect(typical?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
      expect(last?.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
      expect(empty).toEqual({
        edges: [],
        pageInfo: { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false },
      })
    },
  )

  it('shows an error of each class, its code the one of its status', () => {
    const errors = named.filter(({ name }) => name.startsWith('error-'))
    expect(
      Object.fromEntries(errors.map(error => [error['x-tn-response'].status, error.value.code])),
    ).toEqual({
      400: 3,
      404: 5,
      405: 12,
      429: 8,
      431: 3,
      500: 13,
      503: 14,
    })
  })
})

/** The parameters that a 400 names. */
function refusedFields({ value }: Example): Set<string> {
  const details = (value.details ?? []) as { fieldViolations?: { field: string }[] }[]
  return new Set(details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field)))
}

/** True if the value is valid. References of the schema point into the contract. */
function valid(schema: unknown, value: unknown): boolean {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'))
  return ajv.validate(absolute, value) as boolean
}
