import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { lintDocuments } from '../test/lint-documents.ts'

const sample = readFileSync(new URL('sample-contract.yaml', import.meta.url), 'utf8')

/** A copy of the sample contract that a test may change. */
const sampleContract = () => parse(sample)

const configuration = parse(readFileSync(new URL('../redocly.yaml', import.meta.url), 'utf8'))

/** The rules of the project, those of redocly apart, with options for the sample. */
const rules: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(configuration.rules).filter(([name]) =>
      /^((contract|rule)\/|response-contains)/.test(name),
    ),
  ),
  'contract/provenance': {
    severity: 'error',
    allowed: ['our-decision'],
    ledger: 'spec/lint/sample-ledger.yaml',
  },
}

/** Sets the value at a path of the sample contract, or takes it away, and returns the broken contract. */
function broken(path: string, value?: unknown): object {
  const contract = sampleContract()
  const keys = path.split(' ')
  const last = keys.pop()!
  const parent = keys.reduce((node, key) => node[key], contract)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return contract
}

const operation = 'paths /lamps get'
const schemas = 'components schemas'
const lamp = `${schemas} Lamp properties`
const body = `${operation} responses 200 content application/json`
const pagingOf = (...names: string[]) =>
  names.map(name => ({ $ref: `#/components/parameters/Pagination${name}` }))

const colour = sampleContract().components.schemas.Lamp.properties.colour
const amount = { $ref: '#/components/schemas/Amount' }
const deprecated = (since: string, sunset?: string) => ({
  deprecated: true,
  'x-tn-deprecated-since': since,
  ...(sunset && { 'x-sunset': sunset }),
})

/** The sample contract with a deprecated parameter, field and value. */
function withDeprecations(): object {
  const contract = sampleContract()
  const [parameter] = contract.paths['/lamps'].get.parameters
  const { Lamp, Colour } = contract.components.schemas
  Object.assign(parameter, deprecated('2026-12-01', '2027-06-30'))
  Object.assign(Lamp.properties.colour, deprecated('2026-12-01'))
  Object.assign(Colour, { 'x-tn-deprecated-values': { BLUE: { since: '2026-12-01', sunset: '2027-06-30' } } })
  return contract
}

/** Rule, what is wrong, the contract that is wrong in this way only, and words of what the rule must say. */
const cases: readonly (readonly [rule: string, wrong: string, contract: object, says: string])[] = [
  [
    'deprecations',
    'a sunset of a part that is not deprecated',
    broken(`${operation} parameters 0 x-sunset`, '2027-06-30'),
    'need deprecated: true',
  ],
  [
    'deprecations',
    'a deprecated operation without a day',
    broken(`${operation} deprecated`, true),
    'needs the day of its deprecation',
  ],
  [
    'deprecations',
    'a day that the calendar lacks',
    broken(`${lamp} colour`, { ...colour, ...deprecated('2027-02-30') }),
    '"2027-02-30" is not a day',
  ],
  [
    'deprecations',
    'a sunset before the deprecation',
    broken(`${lamp} colour`, { ...colour, ...deprecated('2027-07-01', '2027-06-30') }),
    'sunset 2027-06-30 must be later than the deprecation 2027-07-01',
  ],
  [
    'deprecations',
    'a deprecated value without a day',
    broken(`${schemas} Colour x-tn-deprecated-values`, { BLUE: { sunset: '2027-06-30' } }),
    'BLUE: A deprecated part needs the day',
  ],
  [
    'deprecations',
    'a deprecated value that is none',
    broken(`${schemas} Colour x-tn-deprecated-values`, { PINK: { since: '2027-06-30' } }),
    'PINK, which is no value',
  ],
  [
    'response-contains-header',
    'a response without the headers of deprecations',
    broken(`${operation} responses 304 headers`),
    '"Deprecation" header',
  ],
  [
    'header-descriptions',
    'a header without description',
    broken(`${operation} responses 200 headers X-Height description`),
    'description',
  ],
  [
    'described',
    'a named schema without description',
    broken(`${schemas} Lamp description`),
    'schema has no description',
  ],
  [
    'described',
    'a property described only by its type',
    broken(`${lamp} colour description`),
    'Property colour',
  ],
  [
    'described',
    'an enum value without meaning',
    broken(`${schemas} Colour x-enumDescriptions BLUE`),
    'Enum value BLUE',
  ],
  [
    'described',
    'a meaning without value',
    broken(`${schemas} Colour x-enumDescriptions PINK`, 'Odd.'),
    'explains PINK',
  ],
  [
    'described',
    'a parameter without example',
    broken(`${operation} parameters 0 example`),
    'colour has no example',
  ],
  [
    'filters',
    'a filter that does not say what it tests',
    broken(`${operation} parameters 0 x-tn-filters`),
    'colour needs x-tn-filters',
  ],
  [
    'filters',
    'a filter of a field that no record has',
    broken(`${operation} parameters 0 x-tn-filters`, '/node/color unless RED'),
    'names /node/color',
  ],
  ['body-examples', 'a body without examples', broken(`${body} examples`), 'examples'],
  [
    'example-requests',
    'an example of no request',
    broken(`${body} examples empty x-tn-request`),
    'x-tn-request',
  ],
  [
    'lossless-numbers',
    'a 64-bit integer as a number',
    broken(`${lamp} serial type`, 'integer'),
    'Format uint64',
  ],
  ['lossless-numbers', 'a 64-bit integer without pattern', broken(`${lamp} serial pattern`), 'Format uint64'],
  [
    'lossless-numbers',
    'a decimal that generators read as a float',
    broken(`${schemas} Amount format`, 'decimal'),
    'Format decimal',
  ],
  ['lossless-numbers', 'an integer of unknown width', broken(`${lamp} bulbs format`), 'format int32'],
  [
    'open-enums',
    'a closed enum in a response',
    broken(`${lamp} colour`, { description: 'Its colour.', $ref: '#/components/schemas/Colour' }),
    'newer values',
  ],
  [
    'open-enums',
    'another union',
    broken(`${schemas} OpenColour anyOf`, [{ type: 'string' }, { type: 'boolean' }]),
    'only union',
  ],
  [
    'open-enums',
    'an open enum of a parameter',
    broken(`${operation} parameters 0 schema $ref`, '#/components/schemas/OpenColour'),
    'listed values only',
  ],
  [
    'open-enums',
    'a closed enum in a map',
    broken(`${lamp} colour`, {
      description: 'Colours.',
      additionalProperties: { $ref: '#/components/schemas/Colour' },
    }),
    'newer values',
  ],
  [
    'open-enums',
    'an open enum without a name',
    broken(`${lamp} colour`, {
      description: 'Its colour.',
      anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'string' }],
    }),
    'with the name Open',
  ],
  [
    'open-enums',
    'an enum without a name',
    broken(`${operation} parameters 0 schema`, {
      type: 'string',
      enum: ['RED'],
      'x-enumDescriptions': { RED: 'Like fire.' },
    }),
    'named schema',
  ],
  [
    'operation-ids',
    'an id that starts with no verb',
    broken(`${operation} operationId`, 'lampsOfAll'),
    'lampsOfAll',
  ],
  ['operation-ids', 'an id in snake_case', broken(`${operation} operationId`, 'list_lamps'), 'list_lamps'],
  [
    'pages',
    'a paging parameter missing',
    broken(`${operation} parameters 3`, { $ref: '#/nowhere' }),
    'five shared',
  ],
  [
    'pages',
    'paging parameters in another order',
    broken(`${operation} parameters`, pagingOf('After', 'First', 'Last', 'Before', 'NewestFirst')),
    'five shared',
  ],
  [
    'pages',
    'a paging parameter of its own',
    broken(`${operation} parameters 0`, {
      name: 'pagination.size',
      in: 'query',
      description: 'Size.',
      'x-tn-provenance': 'our-decision',
      schema: { type: 'string' },
      example: '1',
    }),
    'five shared',
  ],
  [
    'pages',
    'a list that says no page',
    broken(`${operation} x-redoclyPagination`),
    'listLamps needs x-redoclyPagination',
  ],
  [
    'pages',
    'paging where nothing pages',
    broken(`${operation} x-redoclyPagination`),
    'it takes no paging parameter',
  ],
  [
    'plain-references',
    'a keyword beside the name of a schema',
    broken(`${operation} parameters 0 schema pattern`, '^R'),
    'Beside the $ref stands pattern',
  ],
  [
    'plain-references',
    'a keyword beside the name of the items of a list',
    broken(`${operation} parameters 0 schema`, {
      type: 'array',
      items: { $ref: '#/components/schemas/Colour', maxLength: 3 },
    }),
    'Beside the $ref stands maxLength',
  ],
  [
    'provenance',
    'an unknown origin',
    broken(`${operation} parameters 0 x-tn-provenance`, 'hearsay'),
    '"hearsay"',
  ],
  [
    'provenance',
    'a parameter that nothing states, without a mark',
    broken(`${operation} parameters 0 x-tn-provenance`),
    'listLamps?colour has no x-tn-provenance (our-decision), and no statement in spec/lint/sample-ledger.yaml',
  ],
  [
    'provenance',
    'a property that nothing states, without a mark',
    broken(`${lamp} weight`, { type: 'string', description: 'Its weight.' }),
    'Lamp.weight has no x-tn-provenance',
  ],
  [
    'provenance',
    'a limit that nothing states, without a mark',
    broken(`${lamp} bulbs maximum`, 9),
    'maximum of Lamp.bulbs has no x-tn-provenance',
  ],
  [
    'provenance',
    'required fields that nothing states, without a mark',
    broken(`${schemas} Lamp x-tn-provenance`),
    'required of Lamp has no x-tn-provenance',
  ],
  [
    'provenance',
    'a pattern, where the statement is about the name only',
    broken(`${lamp} colour pattern`, '^[A-Z]+$'),
    'pattern of Lamp.colour has no x-tn-provenance',
  ],
  [
    'provenance',
    'a mark of a keyword that is not there',
    broken(`${lamp} bulbs x-tn-provenance`, { maximum: 'our-decision' }),
    'marks maximum, which is not there',
  ],
  [
    'provenance',
    'a response that nothing states, without a mark',
    broken(`${operation} responses 429 x-tn-provenance`),
    'Response 429 has no x-tn-provenance',
  ],
  [
    'provenance',
    'a header without a mark',
    broken(`${operation} responses 200 headers X-Height x-tn-provenance`),
    'The header has no x-tn-provenance',
  ],
  [
    'provenance',
    'the description of an operation without a mark',
    broken(`${operation} x-tn-provenance`),
    'The description of listLamps has no x-tn-provenance',
  ],
  ['provenance', 'access without a mark', broken('security', []), 'security has no x-tn-provenance'],
  ['responses', 'a response missing', broken(`${operation} responses 500`), '500'],
  [
    'responses',
    'a response of its own',
    broken(`${operation} responses 418`, { description: 'Tea.', 'x-tn-provenance': 'our-decision' }),
    '418',
  ],
  ['info-contact', 'no contact', broken('info contact'), 'contact'],
  ['scaled-amounts', 'an amount without scale', broken(`${lamp} price x-tn-scaled-by`), 'Amount price'],
  ['scaled-amounts', 'an unknown scale', broken(`${lamp} price x-tn-scaled-by`, 'assets'), '"assets"'],
  ['scaled-amounts', 'an unknown unit', broken(`${lamp} bulbs x-tn-unit`, 'second'), '"second"'],
  [
    'scaled-amounts',
    'an amount of a parameter without scale',
    broken(`${operation} parameters 0 schema`, amount),
    'Amount colour',
  ],
  ...['items', 'additionalProperties'].map(
    keyword =>
      [
        'scaled-amounts',
        `an amount in ${keyword} without scale`,
        broken(`${lamp} price`, { description: 'Prices.', [keyword]: amount }),
        'Amount price',
      ] as const,
  ),
  ['types', 'a field that may be null', broken(`${lamp} serial type`, ['string', 'null']), 'null'],
]

describe('our lint rules', () => {
  const contracts = cases.map(([, , contract], i) => [`bad-${i}`, contract])
  const found = lintDocuments(
    { good: sampleContract(), deprecated: withDeprecations(), ...Object.fromEntries(contracts) },
    rules,
  )

  it('say nothing about a contract that keeps them all', () => {
    expect(found.good).toEqual([])
    expect(found.deprecated).toEqual([])
  })

  it.each(cases.map(([rule, wrong, , says], i) => ({ rule, wrong, says, i })))(
    '$rule refuses $wrong',
    ({ rule, says, i }) => {
      expect(found[`bad-${i}`]).toContainEqual({ rule, message: expect.stringContaining(says) })
    },
  )

  it('cover every rule with a contract that breaks it', () => {
    const names = Object.keys(rules).map(name => name.replace(/^\w+\//, ''))
    expect([...new Set(cases.map(([rule]) => rule))].sort()).toEqual(names.sort())
  })
})
