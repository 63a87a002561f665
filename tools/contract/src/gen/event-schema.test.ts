import { createFileRegistry, fromJson, toBinary } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { descriptorsOf } from './event-descriptors.ts'
import { eventSchema } from './event-schema.ts'

const files = [
  'syntax = "proto3"; package shop; message Price { double value = 1; } enum Kind { KIND_NONE = 0; KIND_GIFT = 7; }',
  `syntax = "proto3"; package shop.events; import "state.proto";
      message Sale {
        oneof payment { string card_number = 3; shop.Price cash = 4; }
        optional uint64 item_id = 1;
        repeated shop.Price prices = 2;
        Kind kind = 5;
      }`,
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
    expect(() => descriptorsOf(['syntax = "proto3"; package shop; message Price { Value v = 1; }'])).toThrow(
      "no such Type or Enum 'Value' in Type .shop.Price",
    )
  })
})
