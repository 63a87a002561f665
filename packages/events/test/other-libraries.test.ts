import { createRequire } from 'node:module'
import {
  type DescMessage,
  fromJson as libraryFromJson,
  ScalarType,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../src/binary.ts'
import { fromJson, type JsonObject } from '../src/json.ts'
import { createEventRegistry } from '../src/registry.ts'
import { comparable, randomMessage } from './random-messages.ts'

const require = createRequire(import.meta.url)
const registry = createEventRegistry()
const types = [...registry]
  .filter(type => type.kind === 'message')
  .filter(({ name }) => name !== 'BusEvent')
  .map(type => [type.typeName, type] as const)

type JsonMessage = Record<string, unknown>

const read = (type: DescMessage, message: JsonMessage) => libraryFromJson(type, message as never)

/** Runs a check on random messages. */
function always(type: DescMessage, check: (message: JsonMessage) => void): void {
  fc.assert(
    fc.property(randomMessage(type), message => {
      check(message)
    }),
    { numRuns: 40 },
  )
}

describe('@bufbuild/protobuf', () => {
  const order = types.find(([name]) => name === 'vega.Order')![1]

  it('writes an order in every form that we read alike', () => {
    expect.hasAssertions()
    checkForms(order, {
      id: 'a1',
      marketId: 'b2',
      side: 'SIDE_BUY',
      size: '5',
      icebergOrder: { peakSize: '2' },
    })
  })

  it.each(types)('writes %s in every form that we read alike', (_, type) => {
    always(type, message => checkForms(type, message))
  })

  function checkForms(type: DescMessage, message: JsonMessage): void {
    const theirs = read(type, message)
    const json = (options: Parameters<typeof toJson>[2]) => toJson(type, theirs, options) as JsonObject
    expect(comparable(messageOf(type, toBinary(type, theirs)))).toEqual(message)
    expect(fromJson(type, json({}))).toEqual(message)
    expect(fromJson(type, json({ enumAsInteger: true }))).toEqual(message)
    expect(fromJson(type, json({ useProtoFieldName: true }))).toMatchObject(message)
    expect(fromJson(type, json({ alwaysEmitImplicit: true }))).toMatchObject(message)
  }
})

interface Codec {
  encode(message: object): Uint8Array
  decode(bytes: Uint8Array): JsonMessage
}

/**
 * The codec that the network's own package has for a message; generated from the network's `.proto` files, release
 * 0.79.0.
 */
function networkCodec(name: string): Codec | undefined {
  try {
    return require(`@vegaprotocol/protos/${name.replaceAll('.', '/')}`)
  } catch {
    return undefined
  }
}

describe('@vegaprotocol/protos', () => {
  const known = types.filter(([name]) => networkCodec(name))

  it('has the messages of commands and of the state, those of events it has not', () => {
    expect(known.map(([name]) => name)).toContain('vega.Order')
    const unknown = types.filter(([name]) => !networkCodec(name))
    expect(unknown.every(([name]) => name.startsWith('vega.events.v1.'))).toBe(true)
  })

  it('reads an order by its fields', () => {
    const [, order] = known.find(([name]) => name === 'vega.Order')!
    const bytes = toBinary(order, read(order, { partyId: 'c3', size: '5', side: 'SIDE_SELL' }))
    expect(networkCodec('vega.Order')!.decode(bytes)).toMatchObject({
      partyId: 'c3',
      size: 5n,
      side: 'SIDE_SELL',
    })
  })

  it.each(known)('reads %s as we write it', (name, type) => {
    const codec = networkCodec(name)!
    always(type, message =>
      expect(codec.decode(toBinary(type, read(type, message)))).toMatchObject(asPublished(type, message)),
    )
  })

  /**
   * A message as that package has it: bigints, bytes, the fields of a oneof inside it, retired enum values as
   * numbers.
   */
  function asPublished(type: DescMessage, message: JsonMessage): JsonMessage {
    const byName = new Map(type.fields.map(field => [field.jsonName, field]))
    const convert = (json: string, value: unknown): unknown => {
      const field = byName.get(json)
      if (Array.isArray(value)) return value.map(item => convert(json, item))
      if (field?.message) return asPublished(field.message, value as JsonMessage)
      if (value === 'ACCOUNT_TYPE_REWARD_AVERAGE_POSITION') return 24
      const scalar = ScalarType[field?.scalar ?? ScalarType.STRING]
      if (scalar.endsWith('INT64')) return BigInt(value as string)
      return scalar === 'BYTES' ? new Uint8Array(Buffer.from(value as string, 'base64')) : value
    }
    return Object.fromEntries(
      Object.entries(message).map(([json, value]) => {
        const oneof = byName.get(json)?.oneof
        const converted = convert(json, value)
        return oneof === undefined ? [json, converted] : [oneof.localName, { [json]: converted }]
      }),
    )
  }
})
