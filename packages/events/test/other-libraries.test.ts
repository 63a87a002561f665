import { createRequire } from 'node:module'
import {
  fromBinary as libraryFromBinary,
  fromJson as libraryFromJson,
  toBinary as libraryToBinary,
} from '@bufbuild/protobuf'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBinary, toBinary } from '../src/binary.ts'
import { frameOfLine, jsonName, type MessageName, messages, messageType } from '../src/index.ts'
import { createEventRegistry } from '../src/registry.ts'
import { comparable, randomMessage } from './random-messages.ts'

const require = createRequire(import.meta.url)
const registry = createEventRegistry()
const names = Object.keys(messages) as MessageName[]

const read = (name: MessageName, bytes: Uint8Array) =>
  comparable(fromBinary(messageType(name), new BinaryReader(bytes), bytes.length))
const write = (name: MessageName, message: object) => toBinary(messageType(name), message).finish()

/** Runs a check on random messages. */
function always(name: MessageName, check: (message: Record<string, unknown>) => void): void {
  fc.assert(
    fc.property(randomMessage(name), message => {
      check(message)
    }),
    { numRuns: 40 },
  )
}

describe('@bufbuild/protobuf', () => {
  it.each(names)('writes %s with the same bytes, and reads ours', name => {
    const schema = registry.getMessage(name)!
    always(name, message => {
      const theirs = libraryToBinary(schema, libraryFromJson(schema, message as never))
      expect(Buffer.from(write(name, message))).toEqual(Buffer.from(theirs))
      expect(read(name, theirs)).toEqual(message)
      libraryFromBinary(schema, write(name, message))
    })
  })
})

it('@bufbuild/protobuf writes a whole event with the same bytes', () => {
  const event = {
    ...{ id: '7-2', block: 'AB', type: 'BUS_EVENT_TYPE_ACCOUNT', version: 1, chainId: 'c', txHash: 'AB' },
    account: { owner: '*', balance: '0', marketId: '!' },
  }
  const schema = registry.getMessage('vega.events.v1.BusEvent')!
  const theirs = libraryToBinary(schema, libraryFromJson(schema, event))
  expect(frameOfLine(JSON.stringify(event), 1n).subarray(12)).toEqual(Buffer.from(theirs))
})

interface Codec {
  encode(message: object): Uint8Array
  decode(bytes: Uint8Array): Record<string, unknown>
}

/**
 * The codec that the network's own package has for a message; generated from the network's `.proto` files, release
 * 0.79.0.
 */
function networkCodec(name: MessageName): Codec | undefined {
  try {
    return require(`@vegaprotocol/protos/${name.replaceAll('.', '/')}`)
  } catch {
    return undefined
  }
}

describe('@vegaprotocol/protos', () => {
  const known = names.filter(name => networkCodec(name))

  it('has the messages of commands and of the state, those of events it has not', () => {
    expect(known).toContain('vega.Order')
    expect(
      names.filter(name => !known.includes(name)).every(name => name.startsWith('vega.events.v1.')),
    ).toBe(true)
  })

  it.each(known)('reads %s as we write it', name => {
    always(name, message =>
      expect(networkCodec(name)!.decode(write(name, message))).toMatchObject(asPublished(name, message)),
    )
  })

  /**
   * A message as that package has it: bigints, bytes, the fields of a oneof inside it, retired enum values as
   * numbers.
   */
  function asPublished(name: MessageName, message: Record<string, unknown>): Record<string, unknown> {
    const { byName } = messageType(name)
    const convert = (json: string, value: unknown): unknown => {
      const field = byName.get(json)
      if (Array.isArray(value)) return value.map(item => convert(json, item))
      if (field?.message)
        return asPublished(field.message.name as MessageName, value as Record<string, unknown>)
      if (field?.kind === 'int64' || field?.kind === 'uint64') return BigInt(value as string)
      if (value === 'ACCOUNT_TYPE_REWARD_AVERAGE_POSITION') return 24
      return field?.kind === 'bytes' ? new Uint8Array(Buffer.from(value as string, 'base64')) : value
    }
    return Object.fromEntries(
      Object.entries(message).map(([json, value]) => {
        const oneof = byName.get(json)?.oneof
        const converted = convert(json, value)
        return oneof === undefined ? [json, converted] : [jsonName(oneof), { [json]: converted }]
      }),
    )
  }
})
