import type { Rule, Schema } from './redocly.ts'

/** Formats of numbers that a JavaScript number may not hold. */
const TEXT_FORMATS = ['int64', 'uint64', 'amount']

/** Formats that generators turn into a binary float, even on a string: Go gets a `float64` for `decimal`. */
const FLOAT_FORMATS = ['decimal', 'double', 'float', 'number']

/** True if a JavaScript number holds every value of an integer exactly: it has bounds, its own or those of int32. */
function isExact({ format, minimum, maximum }: Schema): boolean {
  const isBounded = Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)
  return isBounded || (format === 'int32' && minimum !== undefined)
}

/**
 * 64-bit integers, amounts and decimals are strings with a pattern, and no format that generators read as a float. JSON
 * numbers are integers with safe bounds.
 */
export const losslessNumbers: Rule = () => ({
  Schema: (schema: Schema, { report }) => {
    const { type, format = '', pattern } = schema
    if (FLOAT_FORMATS.includes(format))
      report({ message: `Format ${format} is a float in generated clients.` })
    if (type === 'integer' && isExact(schema)) return
    if (TEXT_FORMATS.includes(format) && (type !== 'string' || !pattern)) {
      report({ message: `Format ${format} must be a string with a pattern, or an integer with safe bounds.` })
    } else if (type === 'number' || type === 'integer') {
      report({
        message: 'A JSON number must be an integer, of format int32 with a minimum or with safe bounds.',
      })
    }
  },
})
