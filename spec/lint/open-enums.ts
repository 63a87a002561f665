import { isNamed, type Location, type Rule, type Schema } from './redocly.ts'

/**
 * True for an open enum: `anyOf` a reference to the enum and any string, in a schema named after the enum.
 * openapi-generator names a union without a name after its owner and field, such as `AccountType` of `Account.type`,
 * and would mix it up with the enum of that name.
 */
function isOpenEnum({ anyOf = [] }: Schema, { pointer }: Location): boolean {
  const [known, other] = anyOf
  const name = known?.$ref?.split('/').at(-1)
  const isAnyText = other?.type === 'string' && Object.keys(other).length === 1
  return anyOf.length === 2 && isAnyText && pointer.endsWith(`/schemas/Open${name}`)
}

/**
 * Enums have a name of their own, to become a type. They are closed in parameters. Fields of responses take any other
 * string too, because a reader must survive values added later.
 */
export const openEnums: Rule = () => ({
  Parameter: ({ name, schema = {} }: { name?: string; schema?: Schema }, { report, resolve }) => {
    const use = schema.items ?? schema
    const target = (use.$ref ? resolve(use).node : use) as Schema | undefined
    if (target?.anyOf) report({ message: `${name} takes listed values only: refer to the enum instead.` })
  },
  Schema: (schema: Schema, { report, location, resolve }) => {
    if (schema.enum !== undefined && !isNamed(location))
      report({ message: 'An enum must be a named schema, referred to where it is used.' })
    if (schema.anyOf !== undefined && !isOpenEnum(schema, location))
      report({
        message:
          'The only union is that of an open enum: a reference to the enum, and type: string, in a schema with the name Open and that of the enum.',
      })
    const uses = Object.entries(schema.properties ?? {}).map(
      ([name, property]) =>
        [['properties', name], property.items ?? property.additionalProperties ?? property] as const,
    )
    for (const [place, use] of uses) {
      const target = (use.$ref ? resolve(use).node : undefined) as Schema | undefined
      if (target?.enum === undefined) continue
      const message = 'A response may have newer values: refer to the open enum instead.'
      report({ message, location: location.child(place) })
    }
  },
})
