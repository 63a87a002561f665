import { describe, expect, it } from 'vitest'
import { compare } from '../src/compare.ts'
import type { Contract } from '../src/load/contract.ts'
import { load } from '../src/load/files.ts'
import type { JsonObject } from '../src/load/json.ts'
import { parse } from '../src/load/parse.ts'
import { positionsOf } from '../src/load/positions.ts'

/** A document of several files that are in memory. */
function files(texts: Record<string, string>): Promise<Contract> {
  return load('a.yaml', async file => {
    const text = texts[file]
    if (text === undefined) throw new Error(`no ${file}`)
    return text
  })
}

const head = 'openapi: 3.1.0\ninfo: { title: x, version: 1.0.0 }\n'
const get = (schema: string) =>
  `${head}paths:\n  /a:\n    get:\n      responses:\n        200:\n          description: x\n          content:\n            application/json:\n              schema: ${schema}\n`

describe('loading', () => {
  it('follows files that refer to each other', async () => {
    const texts = {
      'a.yaml': get('{ $ref: "records/b.yaml#/B" }'),
      'records/b.yaml': 'B: { type: object, properties: { c: { $ref: "../c.json" } } }',
      'c.json': '{ "type": "object", "properties": { "b": { "$ref": "records/b.yaml#/B" } } }',
    }
    const revised = {
      ...texts,
      'c.json': texts['c.json'].replace('"object"', '"object",\n"required": ["b"]'),
    }
    const { changes } = compare(await files(texts), await files(revised))
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      ruleId: 'property-became-required',
      file: 'c.json',
      location: '200 application/json: c.b',
    })
  })

  it('finds a schema by its anchor', async () => {
    const text = (type: string) =>
      `${get('{ $ref: "#thing" }')}components:\n  schemas:\n    T: { $anchor: thing, type: ${type} }\n`
    const { changes } = compare(
      await files({ 'a.yaml': text('string') }),
      await files({ 'a.yaml': text('integer') }),
    )
    expect(changes.map(({ ruleId }) => ruleId)).toEqual(['type-changed'])
  })

  it('reads YAML and JSON alike, anchors and merges too', async () => {
    const yaml = get('{ <<: &s { type: string }, maxLength: 5 }')
    const json = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1.0.0' },
      paths: {
        '/a': {
          get: {
            responses: {
              '200': {
                description: 'x',
                content: { 'application/json': { schema: { type: 'string', maxLength: 5 } } },
              },
            },
          },
        },
      },
    })
    expect(compare(await files({ 'a.yaml': yaml }), await files({ 'a.yaml': json })).changes).toEqual([])
  })

  it('tells two schemas apart that were one alias', async () => {
    const text = (
      other: string,
    ) => `${get('{ type: object, properties: { a: { $ref: "#/components/schemas/A" }, b: { $ref: "#/components/schemas/B" } } }')}components:
  schemas:
    A: &a { type: string }
    B: ${other}
`
    const { changes } = compare(
      await files({ 'a.yaml': text('*a') }),
      await files({ 'a.yaml': text('{ type: integer }') }),
    )
    expect(changes.map(({ location }) => location)).toEqual(['200 application/json: b'])
  })

  it('keeps every digit, whichever the language', async () => {
    const base = await files({ 'a.yaml': get('{ type: integer, maximum: 9223372036854775807 }') })
    const revision = await files({ 'a.yaml': get('{ type: integer, maximum: 9223372036854775806 }') })
    expect(compare(base, revision).changes.map(({ ruleId }) => ruleId)).toEqual(['maximum-lowered'])
  })

  it('does not take an example for a reference', async () => {
    const contract = await files({ 'a.yaml': get('{ type: object, example: { $ref: nowhere.yaml } }') })
    expect(compare(contract, contract).changes).toEqual([])
  })

  it('does not follow a reference in the value of an example', async () => {
    const text = (value: string) =>
      `${get('{ type: object }')}              examples: { one: { value: { $ref: "${value}" } } }\n`
    const [base, revision] = [
      await files({ 'a.yaml': text('#/definitions/base') }),
      await files({ 'a.yaml': text('#/definitions/more') }),
    ]
    expect(compare(base, revision).changes.map(({ ruleId }) => ruleId)).toEqual(['example-changed'])
  })

  it('does not follow references in extensions and definitions of a branch', async () => {
    const text = (type: string) =>
      get(
        `{ oneOf: [{ type: object, x-source: { of: { $ref: "#/nowhere" } } }, { type: ${type}, $defs: { old: { $ref: "#/nowhere" } } }] }`,
      )
    const [base, revision] = [
      await files({ 'a.yaml': text('array') }),
      await files({ 'a.yaml': text('boolean') }),
    ]
    expect(compare(base, revision).changes.map(({ ruleId }) => ruleId)).toEqual([
      'union-branch-added',
      'union-branch-removed',
    ])
  })

  it('reads all types in OpenAPI 3.0 as in 3.1', async () => {
    const all = get(
      '{ oneOf: [{ type: string }, { type: number }, { type: boolean }, { type: object }, { type: array }] }',
    )
    const old = await files({ 'a.yaml': all.replace('3.1.0', '3.0.3') })
    const { changes } = compare(old, await files({ 'a.yaml': all }))
    expect(changes.map(({ ruleId }) => ruleId)).toEqual(['info-changed'])
  })

  it('takes a malformed escape for text', async () => {
    const contract = await files({ 'a.yaml': get('{ type: object, example: { $ref: "%zz#/%zz" } }') })
    expect(compare(contract, contract).changes).toEqual([])
  })

  it('says which reference leads nowhere', async () => {
    const contract = await files({ 'a.yaml': get('{ $ref: "#/components/schemas/Gone" }') })
    expect(() => compare(contract, contract)).toThrow('nothing is at #/components/schemas/Gone')
  })

  it('says which file is malformed', async () => {
    await expect(files({ 'a.yaml': 'a: [' })).rejects.toThrow('a.yaml is neither JSON nor YAML')
  })
})

describe('OpenAPI 3.0 and 3.1', () => {
  const pair = async (old: string, young: string) => {
    const base = await files({ 'a.yaml': get(old).replace('3.1.0', '3.0.3') })
    return compare(base, await files({ 'a.yaml': get(young) })).changes.filter(
      ({ ruleId }) => ruleId !== 'info-changed',
    )
  }

  it.each([
    ['{ type: string, nullable: true }', '{ type: [string, "null"] }'],
    ['{ type: integer, minimum: 0, exclusiveMinimum: true }', '{ type: integer, exclusiveMinimum: 0 }'],
    ['{ type: string, enum: [a] }', '{ type: string, const: a }'],
  ])('%s is %s', async (old, young) => {
    expect(await pair(old, young)).toEqual([])
  })

  it('keeps an eye on what 3.0 ignores beside a reference', async () => {
    const text = (more: string) =>
      `${get(`{ $ref: "#/components/schemas/T"${more} }`).replace('3.1.0', '3.0.3')}components: { schemas: { T: { type: string } } }\n`
    const { changes } = compare(
      await files({ 'a.yaml': text('') }),
      await files({ 'a.yaml': text(', nullable: true') }),
    )
    expect(changes.map(change => [change.class, change.ruleId])).toEqual([
      ['documentation', 'comment-changed'],
    ])
  })
})

it('travels by name only where a discriminator says nothing else', async () => {
  const text = (name: string, more: string) =>
    `${get(`{ oneOf: [{ $ref: "#/components/schemas/${name}" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind${more} } }`)}components:
  schemas:
    ${name}: { type: object, properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, properties: { kind: { type: string }, tail: { type: string } } }
`
  const wire = async (base: string, revision: string) =>
    compare(await files({ 'a.yaml': base }), await files({ 'a.yaml': revision })).changes.filter(
      ({ impact }) => impact.wire !== null,
    )
  expect(
    (await wire(text('Cat', ''), text('Feline', ''))).map(({ ruleId, class: verdict }) => [ruleId, verdict]),
  ).toEqual([
    ['discriminator-value-added', 'may-break'],
    ['discriminator-value-removed', 'non-breaking'],
  ])
  const mapped = (name: string) => text(name, `, mapping: { cat: "#/components/schemas/${name}", Dog: Dog }`)
  expect(await wire(mapped('Cat'), mapped('Feline'))).toEqual([])
})

it('finds the positions of JSON with keys and texts of any kind', () => {
  const content = { 'a/b': [{ 'x:"{': 'tail' }, [1, { deep: true }]], '~': { c: '}\n"' } }
  const text = JSON.stringify(content, null, 2)
  const line = (word: string) => text.split('\n').findIndex(each => each.includes(word)) + 1
  const [keyed, [, deep]] = content['a/b'] as [object, [number, object]]
  const found = positionsOf(text, content, new Set([keyed, deep, content['~'], content]))
  expect([...found.values()].map(({ pointer, lines }) => [pointer, Object.fromEntries(lines)])).toEqual([
    ['', { undefined: 1, 'a/b': line('a/b'), '~': line('"~"') }],
    ['/a~1b/0', { undefined: line('x:') - 1, 'x:"{': line('x:') }],
    ['/a~1b/1/1', { undefined: line('deep') - 1, deep: line('deep') }],
    ['/~0', { undefined: line('"~"'), c: line('"c"') }],
  ])
})

it('finds the positions of YAML with aliases and merged mappings', () => {
  const text = 'a: &a\n  x: { y: 1 }\n? [complex]\n: 0\nb: *a\nc:\n  <<:\n    m: { n: 1 }\n  k: 2\n'
  const content = parse(text.replace('? [complex]\n: 0\n', ''), 'a.yaml') as Record<string, JsonObject>
  const { a, c } = content as { a: JsonObject; c: JsonObject }
  const found = positionsOf(text, content, new Set([a, a.x as object, c, c.m as object]))
  expect([...found.values()].map(({ pointer, lines }) => [pointer, Object.fromEntries(lines)])).toEqual([
    ['/a', { undefined: 1, x: 2 }],
    ['/a/x', { undefined: 2, y: 2 }],
    ['/c', { undefined: 6, '<<': 7, k: 9 }],
    ['/c/m', { undefined: 8, n: 8 }],
  ])
})
