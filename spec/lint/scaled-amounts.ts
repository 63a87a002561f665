import type { Rule, Schema } from './redocly.ts'

/** An amount without its scale cannot be read, so each use says whose decimals apply or which unit it counts. */
export const scaledAmounts: Rule = () => ({
  Schema: (schema: Schema, { report, location, resolve }) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const target = (property.$ref ? resolve(property).node : property) as Schema | undefined
      if (target?.format === 'amount' && !property['x-tn-scaled-by'] && !property['x-tn-unit']) {
        report({
          message: `Amount ${name} needs x-tn-scaled-by (whose decimal places) or x-tn-unit.`,
          location: location.child(['properties', name]),
        })
      }
    }
  },
})
