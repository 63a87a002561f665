import { createFileRegistry, fromJson, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { descriptorsOf } from './event-descriptors.ts'
import { eventSchema } from './event-schema.ts'

const files = [
  {
    name: 'state.proto',
    text: 'syntax = "proto3"; package shop; message Price { double value = 1; } enum Kind { KIND_NONE = 0; KIND_GIFT = 7; }',
  },
  {
    name: 'events.proto',
    text: `syntax = "proto3"; package shop.events; import "state.proto";
      message Sale {
        oneof payment { string card_number = 3; shop.Price cash = 4; }
        optional uint64 item_id = 1;
        repeated shop.Price prices = 2;
        Kind kind = 5;
      }`,
  },
]

describe('the schema of events', () => {
  it('has the type of each field by JSON name', () => {
    expect(eventSchema(files)).toContain(`
  'shop.events.Sale': {
    cardNumber: 'string'
    cash: 'shop.Price'
    itemId: 'uint64'
    prices: 'shop.Price'[]
    kind: 'shop.Kind'
  }
`)
    expect(eventSchema(files)).toContain("export type EnumName =\n  | 'shop.Kind'\n")
  })

  it('has descriptors that @bufbuild/protobuf accepts', () => {
    const sale = createFileRegistry(descriptorsOf(files)).getMessage('shop.events.Sale')!
    const message = fromJson(sale, { itemId: '0', cash: { value: 1 }, kind: 'KIND_GIFT' })
    // An optional field is written with its default value; 22 and 28 are the tags of `cash` and `kind`.
    expect(Buffer.from(toBinary(sale, message)).toString('hex')).toBe(
      '08002209' + '09000000000000f03f' + '2807',
    )
    expect(sale.oneofs.map(({ name }) => name)).toEqual(['payment'])
  })

  it('must have known types', () => {
    const [file] = files as [(typeof files)[0]]
    const text = file.text.replace('double', 'sfixed32')
    expect(() => descriptorsOf([{ ...file, text }])).toThrow(
      '.shop.Price.value has the unknown type sfixed32',
    )
  })
})
