import { type DescField, ScalarType } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { payloads } from '../src/index.ts'
import { createEventRegistry } from '../src/registry.ts'
import { type PublishedField, RELEASES, tablesOf } from './published-tables.ts'

const registry = createEventRegistry()
const busEvent = registry.getMessage('vega.events.v1.BusEvent')!
const messages = [...registry].filter(type => type.kind === 'message').filter(type => type !== busEvent)
const enums = [...registry].filter(type => type.kind === 'enum')

describe('the schema and the network', () => {
  const releases = RELEASES.map(tablesOf)
  const latest = releases.at(-1)!

  it.each(messages.map(type => [type.typeName, type.fields] as const))(
    'has the numbers, names and types of %s',
    (name, fields) => {
      const known = new Map(
        releases.flatMap(({ messages }) => (messages[name] ?? []).map(field => [field.name, field] as const)),
      )
      const current = fields.filter(field => !field.proto.options?.deprecated)
      for (const field of current) expect(tableRow(field), field.name).toEqual(known.get(field.name))
      // Left out are only fields that hold messages of oracles.
      const names = new Set(current.map(({ name }) => name))
      for (const { name: original, type } of known.values())
        if (!names.has(original))
          expect(type, original).toMatch(/^vega\.(DataSource|CompositePrice|SpecBinding)/)
    },
  )

  it.each(enums.map(type => [type.typeName, type.values] as const))(
    'has every value of %s, of either release',
    (name, values) => {
      const known = new Map(releases.flatMap(({ enums }) => Object.entries(enums[name] ?? {})))
      expect(new Map(values.map(({ name, number }) => [name, number]))).toEqual(known)
    },
  )

  it('has the envelope and the payloads at their numbers', () => {
    const known = new Map(latest.busEvent.map(field => [field.name, field]))
    for (const field of busEvent.fields) expect(tableRow(field), field.name).toEqual(known.get(field.name))
    const envelope = latest.busEvent.filter(({ oneof }) => oneof === undefined).map(({ name }) => name)
    expect(busEvent.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(envelope))
  })
})

describe('the schema', () => {
  it('has a payload of every event type with one, and no other', () => {
    const types = registry.getEnum('vega.events.v1.BusEventType')!.values.map(({ name }) => name)
    for (const kind of Object.keys(payloads)) expect(types).toContain(`BUS_EVENT_TYPE_${kind}`)
    const fields = busEvent.fields.filter(({ message }) => message).map(({ jsonName }) => jsonName)
    expect(new Set(fields)).toEqual(new Set(Object.values(payloads)))
  })
})

/** A field as the published tables have it. */
function tableRow(field: DescField): PublishedField {
  const isSynthetic = field.proto.proto3Optional
  return {
    number: field.number,
    name: field.name,
    json: field.jsonName,
    type:
      field.message?.typeName ??
      field.enum?.typeName ??
      ScalarType[field.scalar ?? ScalarType.STRING].toLowerCase(),
    ...(field.fieldKind === 'list' && { repeated: true }),
    ...(isSynthetic && { optional: true }),
    ...(field.oneof && { oneof: field.oneof.name }),
  }
}
