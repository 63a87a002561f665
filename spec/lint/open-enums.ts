import { isNamed, type Rule, type Schema } from './redocly.ts'

/** Enums have a name of their own, to become a type, and are open: a reader must survive values added later. */
export const openEnums: Rule = () => ({
  Schema: (schema: Schema, { report, location }) => {
    if (schema.enum === undefined) return
    if (!isNamed(location))
      report({ message: 'An enum must be a named schema, referred to where it is used.' })
    if (schema['x-open-enum'] !== true) report({ message: 'An enum must say x-open-enum: true.' })
  },
})
