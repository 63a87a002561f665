import type { Rule, Schema } from './redocly.ts'

const SCALES = ['asset', 'market', 'position']

/**
 * An amount without its scale cannot be read, so each use, in a list or a map too, says whose decimals apply or which unit it
 * counts.
 */
export const scaledAmounts: Rule = () => ({
  Schema: (schema: Schema, { report, location, resolve }) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const { 'x-tn-scaled-by': scale, 'x-tn-unit': unit, items, additionalProperties } = property
      const values = [property, items, additionalProperties].map(
        each => (each?.$ref ? resolve(each).node : each) as Schema | undefined,
      )
      const isScaled = scale === undefined ? unit !== undefined : SCALES.includes(scale)
      const needsScale = scale !== undefined || values.some(each => each?.format === 'amount')
      if (needsScale && !isScaled)
        report({
          message: `Amount ${name} needs x-tn-scaled-by (whose decimal places: ${SCALES.join(', ')}) or x-tn-unit.`,
          location: location.child(['properties', name]),
        })
    }
  },
})
