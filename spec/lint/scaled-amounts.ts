import { type Context, everyObject, type Location, type Rule, type Schema } from './redocly.ts'

const SCALES = ['asset', 'market', 'position']
const UNITS = ['epochs', 'fraction', 'quantum', 'records', 'requests', 'seconds', 'unix-nanoseconds']

/**
 * An amount without its scale cannot be read, so each use, in a list, a map or a parameter too, says whose decimals apply or
 * which unit it counts. Scales and units are words that readers know.
 */
export const scaledAmounts: Rule = () => ({
  ...everyObject(({ 'x-tn-scaled-by': scale, 'x-tn-unit': unit }: Schema, { report }) => {
    for (const [word, known] of [
      [scale, SCALES],
      [unit, UNITS],
    ] as const)
      if (word !== undefined && !known.includes(word))
        report({ message: `"${word}" is not one of ${known.join(', ')}.` })
  }),
  Parameter: ({ name = '', schema = {} }: { name?: string; schema?: Schema }, context) =>
    checkUse(name, schema, context, context.location),
  Schema: (schema: Schema, context) => {
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      checkUse(name, property, context, context.location.child(['properties', name]))
  },
})

function checkUse(name: string, use: Schema, { report, resolve }: Context, location: Location): void {
  const isScaled = (each?: Schema) =>
    each?.['x-tn-scaled-by'] !== undefined || each?.['x-tn-unit'] !== undefined
  const values = [use, use.items, use.additionalProperties].map(
    each => (each?.$ref ? resolve(each).node : each) as Schema | undefined,
  )
  if (isScaled(use) || !values.some(each => each?.format === 'amount' && !isScaled(each))) return
  const message = `Amount ${name} needs x-tn-scaled-by (whose decimal places: ${SCALES.join(', ')}) or x-tn-unit.`
  report({ message, location })
}
