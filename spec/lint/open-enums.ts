import { isNamed, type Rule, type Schema } from './redocly.ts'

/** True for the open form of an enum: `anyOf` a reference to the enum, and any string. */
function isOpenForm({ anyOf = [] }: Schema): boolean {
  const [known, other] = anyOf
  return (
    anyOf.length === 2 &&
    known?.$ref !== undefined &&
    other?.type === 'string' &&
    Object.keys(other).length === 1
  )
}

/**
 * Enums have a name of their own, to become a type. They are closed in parameters. Fields of responses take any other
 * string too, because a reader must survive values added later.
 */
export const openEnums: Rule = () => ({
  Schema: (schema: Schema, { report, location, resolve }) => {
    if (schema.enum !== undefined && !isNamed(location))
      report({ message: 'An enum must be a named schema, referred to where it is used.' })
    if (schema.anyOf !== undefined && !isOpenForm(schema))
      report({
        message: 'The only union is that of an open enum: a reference to the enum, and type: string.',
      })
    const uses = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => [['properties', name], property.items ?? property] as const,
    )
    for (const [place, use] of uses) {
      const target = (use.$ref ? resolve(use).node : undefined) as Schema | undefined
      if (target?.enum === undefined) continue
      const message =
        'A response may have newer values: use anyOf the reference to the enum, and type: string.'
      report({ message, location: location.child(place) })
    }
  },
})
