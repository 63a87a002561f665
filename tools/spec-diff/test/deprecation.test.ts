import { expect, it } from 'vitest'
import type { JsonObject } from '../src/load/json.ts'
import { diff } from './contracts.ts'

const days = (sunset?: string, since = '2026-12-01') => ({
  deprecated: true,
  'x-tn-deprecated-since': since,
  ...(sunset && { 'x-sunset': sunset }),
})

/** A part of the contract: what deprecates it, and whether it is there. */
interface Part {
  said?: JsonObject
  isGone?: boolean
}

type Kind = 'operation' | 'parameter' | 'field' | 'value'

/** A contract of one operation, with one of its parts changed. */
function contractWith(kind: Kind, { said = {}, isGone = false }: Part): JsonObject {
  const deprecation = (of: Kind) => (of === kind ? said : {})
  const there = <Given extends object>(of: Kind, part: Given) => (of === kind && isGone ? {} : part)
  const { deprecated, 'x-tn-deprecated-since': since, 'x-sunset': sunset } = deprecation('value')
  const values = deprecated ? { 'x-tn-deprecated-values': { RED: { since, ...(sunset && { sunset }) } } } : {}
  const Colour = {
    type: 'string',
    enum: [...Object.values(there('value', { red: 'RED' })), 'BLUE'],
    ...values,
  }
  const Lamp = {
    type: 'object',
    required: Object.keys(there('field', { watts: 1 })),
    properties: there('field', { watts: { type: 'string', ...deprecation('field') } }),
  }
  const colour = { name: 'colour', in: 'query', schema: { $ref: '#/components/schemas/Colour' } }
  const kind_ = { name: 'kind', in: 'query', schema: { type: 'string' }, ...deprecation('parameter') }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } }
  const get = {
    operationId: 'listLamps',
    ...deprecation('operation'),
    parameters: [colour, ...Object.values(there('parameter', { kind_ }))],
    responses: { '200': { description: 'Lamps.', content } },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1.0.0' },
    paths: there('operation', { '/lamps': { get } }),
    components: { schemas: { Colour, Lamp } },
  } as JsonObject
}

const compared = (kind: Kind, base: Part, revision: Part) =>
  diff(contractWith(kind, base), contractWith(kind, revision)).changes.filter(
    ({ ruleId }) => ruleId !== 'component-removed',
  )

const names = { operation: 'listLamps', parameter: 'kind', field: 'watts', value: 'colour=RED' } as const
const kinds = Object.keys(names) as Kind[]

it.each(kinds)('an announced deprecation of a %s is one finding with its sunset', kind => {
  const [first, ...others] = compared(kind, {}, { said: days('2027-06-30') })
  expect(others).toEqual([])
  expect(first).toMatchObject({
    ruleId: 'sunset-announced',
    class: 'non-breaking',
    message: `\`${names[kind]}\` is deprecated, and a release from 2027-06-30 on may remove it`,
  })
  expect(compared(kind, {}, { said: days() }).map(({ ruleId }) => ruleId)).toEqual(['deprecated'])
  expect(compared(kind, { said: days('2027-06-30') }, {}).map(({ ruleId }) => ruleId)).toEqual([
    'undeprecated',
  ])
})

it.each(kinds)('an earlier sunset of a %s may break, a later one does not', kind => {
  const [early, late] = [{ said: days('2027-06-30') }, { said: days('2027-12-31') }]
  const found = [
    compared(kind, late, early),
    compared(kind, early, late),
    compared(kind, { said: days() }, early),
  ]
  expect(found.map(changes => changes.map(({ ruleId, class: verdict }) => [ruleId, verdict]))).toEqual([
    [['sunset-earlier', 'may-break']],
    [['sunset-later', 'non-breaking']],
    [['sunset-announced', 'non-breaking']],
  ])
})

it.each(kinds)('a removed %s has the sunset that was announced', kind => {
  const [removed, ...others] = compared(kind, { said: days('2027-06-30') }, { isGone: true })
  expect(others).toEqual([])
  expect(removed).toMatchObject({ class: 'breaking', sunset: '2027-06-30' })
  expect(removed?.message).toMatch(/; its announced sunset is 2027-06-30$/)
  expect(compared(kind, { said: days() }, { isGone: true })[0]).not.toHaveProperty('sunset')
})

it.each(kinds)('another day of the deprecation of a %s is documentation', kind => {
  const changes = compared(kind, { said: days('2027-06-30') }, { said: days('2027-06-30', '2026-12-02') })
  expect(changes.map(change => change.class)).toEqual(['documentation'])
})
