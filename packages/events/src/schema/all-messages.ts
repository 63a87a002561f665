import type { EnumName } from './enums.ts'
import { accounts } from './messages/accounts.ts'
import { assets } from './messages/assets.ts'
import { chain } from './messages/chain.ts'
import { funding } from './messages/funding.ts'
import { liquidity } from './messages/liquidity.ts'
import { marketSettings } from './messages/market-settings.ts'
import { markets } from './messages/markets.ts'
import { orders } from './messages/orders.ts'
import { rewards } from './messages/rewards.ts'
import { stopOrders } from './messages/stop-orders.ts'
import { validators } from './messages/validators.ts'

/** Every message for a read model or the simulator: 0.77.10 and the additions of 0.79.0. */
export const messages = {
  ...chain,
  ...accounts,
  ...orders,
  ...stopOrders,
  ...liquidity,
  ...validators,
  ...funding,
  ...rewards,
  ...assets,
  ...markets,
  ...marketSettings,
} as const

/** The full name of a message. */
export type MessageName = keyof typeof messages

/** The JSON name of a field. Protobuf's rule removes each underscore and capitalises the letter after it. */
export type JsonName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<JsonName<Tail>>}`
  : Name

/** The JSON names of a message's fields of a type. Repeated fields are included only on request. */
export type FieldOf<Name extends MessageName, Type, Repeated extends boolean = false> = JsonNames<
  (typeof messages)[Name],
  Type,
  Repeated
>

type JsonNames<Fields, Type, Repeated extends boolean> = {
  [Field in keyof Fields & string]: Fields[Field] extends readonly [number, Type, 'repeated']
    ? Repeated extends true
      ? JsonName<Field>
      : never
    : Fields[Field] extends readonly [number, Type, ...unknown[]]
      ? Repeated extends true
        ? never
        : JsonName<Field>
      : never
}[keyof Fields & string]

/** The JSON names of a message's enums. */
export type EnumFieldOf<Name extends MessageName> = FieldOf<Name, EnumName>

/** The message in a field, or in a list field. */
export type InnerMessage<Name extends MessageName, Json extends string> = {
  [Field in keyof (typeof messages)[Name] & string]: JsonName<Field> extends Json
    ? (typeof messages)[Name][Field] extends readonly [number, infer Type extends MessageName, ...unknown[]]
      ? Type
      : never
    : never
}[keyof (typeof messages)[Name] & string]
