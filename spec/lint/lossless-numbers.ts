import type { Rule, Schema } from './redocly.ts'

/** Numbers that a JavaScript number cannot hold travel as strings: 64-bit integers, amounts and decimals. */
const TEXT_FORMATS = ['int64', 'uint64', 'amount', 'decimal']

/** 64-bit integers, amounts and decimals are strings with a pattern; the only JSON numbers are bounded int32. */
export const losslessNumbers: Rule = () => ({
  Schema: (schema: Schema, { report }) => {
    const { type, format, pattern, minimum } = schema
    if (TEXT_FORMATS.includes(format ?? '') && (type !== 'string' || !pattern)) {
      report({ message: `Format ${format} must be a string with a pattern.` })
    } else if (type === 'number' || (type === 'integer' && (format !== 'int32' || minimum === undefined))) {
      report({ message: 'A JSON number must be an integer of format int32 with a minimum.' })
    }
  },
})
