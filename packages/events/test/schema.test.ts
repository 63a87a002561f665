import { describe, expect, it } from 'vitest'
import { enums, envelope, jsonName, messages, messageType, payloads } from '../src/index.ts'
import type { FieldDefinition } from '../src/schema/definition.ts'
import { published, RELEASES, tablesOf } from './published-tables.ts'

const definitions = (name: string) =>
  Object.entries<FieldDefinition>(messages[name as keyof typeof messages]).filter(
    ([, [, , label]]) => label !== 'retired',
  )

describe.skipIf(!published)('the schema and the network (skipped without shared/reference)', () => {
  const releases = RELEASES.map(tablesOf)

  it.each(Object.keys(messages))('has the numbers, names and types of %s', name => {
    const known = new Map(
      releases.flatMap(({ messages }) => (messages[name] ?? []).map(field => [field.name, field] as const)),
    )
    for (const [original, [number, type, label]] of definitions(name)) {
      const field = known.get(original)
      expect({ number, type, json: jsonName(original) }, original).toEqual({
        number: field?.number,
        type: field?.type,
        json: field?.json,
      })
      const labels = [
        field?.repeated && 'repeated',
        field?.optional && 'optional',
        field?.oneof && `oneof ${field.oneof}`,
      ]
      expect(label, original).toBe(labels.find(Boolean) || undefined)
    }
    // Left out are only fields that hold messages of oracles.
    const names = new Set(definitions(name).map(([original]) => original))
    for (const { name: original, type } of known.values())
      if (!names.has(original))
        expect(type, original).toMatch(/^vega\.(DataSource|CompositePrice|SpecBinding)/)
  })

  it('has every value of its enums, of either release', () => {
    for (const [name, values] of Object.entries(enums)) {
      const known = new Map(releases.flatMap(({ enums }) => Object.entries(enums[name] ?? {})))
      const ours = values.flatMap((value, number) => (value === undefined ? [] : [[value, number] as const]))
      expect(new Map(ours), name).toEqual(known)
    }
  })

  it('has the payloads and the envelope at their numbers', () => {
    const [, { busEvent }] = releases as [unknown, ReturnType<typeof tablesOf>]
    const known = new Map(busEvent.map(({ number, name, type }) => [name, [number, type]]))
    for (const [number, name, message] of Object.values(payloads))
      expect(known.get(name)).toEqual([number, message])
    for (const [name, definition] of Object.entries(envelope)) expect(known.get(name)).toEqual(definition)
  })
})

describe('the schema', () => {
  it('has a number for every type of event with a payload', () => {
    const types = enums['vega.events.v1.BusEventType']
    for (const kind of Object.keys(payloads)) expect(types).toContain(`BUS_EVENT_TYPE_${kind}`)
  })

  it('names only types that it has, and repeats no numbers: packed lists are not read', () => {
    const scalars = ['string', 'bytes', 'bool', 'int64', 'uint64', 'uint32', 'double']
    for (const name of Object.keys(messages)) {
      for (const [field, [, type, label]] of Object.entries<FieldDefinition>(
        messages[name as keyof typeof messages],
      )) {
        expect(scalars.includes(type) || type in enums || type in messages, `${name}.${field}: ${type}`).toBe(
          true,
        )
        if (label === 'repeated') expect(type === 'string' || type in messages, `${name}.${field}`).toBe(true)
      }
    }
    expect(messageType('vega.Order').byName.get('party_id')).toBe(
      messageType('vega.Order').byName.get('partyId'),
    )
  })
})
