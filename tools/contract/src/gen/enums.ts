import type { Contract, Schema } from './contract.ts'
import { banner, deprecation, jsDoc, propertyKey, quote } from './text.ts'

/**
 * `enums.ts`: for each enum a const object and a union type of the same name, the list of its values, a type guard
 * and the meaning of each value.
 *
 * Each is a separate statement without side effects, so that bundlers remove unused ones: a program that compares with
 * `AccountType.GENERAL` does not include the texts.
 */
export function enums(contract: Contract): string {
  const named = Object.entries(contract.components.schemas).filter(([, schema]) => schema.enum)
  return `${banner}\n${named.map(([name, schema]) => declarations(name, schema)).join('\n')}`
}

function declarations(name: string, schema: Schema): string {
  const values = membersOf(name, schema)
  const members = values.map(({ key, value, meaning }) => {
    const { since, sunset } = schema['x-tn-deprecated-values']?.[value] ?? {}
    const days = { deprecated: since !== undefined, 'x-tn-deprecated-since': since, 'x-sunset': sunset }
    return `${jsDoc([meaning, deprecation(days)], '  ')}  ${propertyKey(key)}: ${quote(value)},\n`
  })
  const meanings = values.map(({ value, meaning }) => `  ${propertyKey(value)}: ${quote(meaning)},\n`)
  return `${jsDoc([schema.description])}export const ${name} = {
${members.join('')}} as const
${jsDoc([schema.description])}export type ${name} = (typeof ${name})[keyof typeof ${name}]

/** Every value of {@link ${name}} in this version of the contract. */
export const ${name}Values: readonly ${name}[] = /* @__PURE__ */ Object.values(${name})

/** True if this version of the contract lists the value. */
export function is${name}(value: unknown): value is ${name} {
  return (${name}Values as readonly unknown[]).includes(value)
}

/** The meaning of each value of {@link ${name}}. */
export const ${name}Meanings: { readonly [Value in ${name}]: string } = {
${meanings.join('')}}
`
}

/**
 * The members of the const object. Their names leave out the prefix that every value repeats: `GENERAL` of
 * `ACCOUNT_TYPE_GENERAL`. The prefix comes from the `..._UNSPECIFIED` value, so that a new value never renames the
 * others. Values outside the pattern keep their whole name.
 */
function membersOf(name: string, schema: Schema): { key: string; value: string; meaning: string }[] {
  const values = schema.enum ?? []
  const prefix = values.find(value => value.endsWith('_UNSPECIFIED'))?.slice(0, -'UNSPECIFIED'.length)
  return values.map(value => {
    const meaning = schema['x-enumDescriptions']?.[value]
    if (!meaning) throw new Error(`${name} does not say what ${value} means: add it to x-enumDescriptions`)
    return { key: prefix && value.startsWith(prefix) ? value.slice(prefix.length) : value, value, meaning }
  })
}
