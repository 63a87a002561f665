import type { Middleware } from '@trading-network/types'
import { type Deviation, deviations } from './answer-schema.ts'
import { answerSchemas, namedSchemas } from './generated/response-schemas.ts'

export type { Deviation } from './answer-schema.ts'

/**
 * A successful answer is not what the contract says.
 *
 * @example
 * const report = (error: InvalidAnswerError) =>
 *   console.warn(error.url, error.deviations.map(({ path, problem }) => `${path} ${problem}`))
 */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError'
  /** Where the answer came from. */
  readonly url: string
  /** All that is wrong with it. */
  readonly deviations: readonly Deviation[]

  constructor(url: string, deviations: readonly Deviation[]) {
    const [first] = deviations
    const more = deviations.length > 1 ? ` (and ${deviations.length - 1} more)` : ''
    super(`${url} answered outside the contract: ${first?.path} ${first?.problem}${more}`)
    this.url = url
    this.deviations = deviations
  }
}

/**
 * How answers are validated.
 *
 * @example
 * const options: ValidationOptions = { onInvalid: 'throw' }
 */
export interface ValidationOptions {
  /**
   * What happens to an answer that is not as the contract says: `'warn'` writes to the console and is the default,
   * `'throw'` rejects the call, a function decides for itself.
   */
  onInvalid?: 'warn' | 'throw' | ((error: InvalidAnswerError) => void)
}

const reactions = {
  warn: (error: InvalidAnswerError) => console.warn(error.message),
  throw: (error: InvalidAnswerError) => {
    throw error
  },
}

/**
 * Middleware that checks every successful answer against the contract: fields that are required, types and patterns.
 * Fields and enum values that are newer than this package are accepted. Refusals, and bodies that are not JSON,
 * are left to the client, which rejects them anyway.
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'http://127.0.0.1:8080',
 *   middleware: [validateAnswers({ onInvalid: 'throw' })],
 * })
 */
export const validateAnswers = ({ onInvalid = 'warn' }: ValidationOptions = {}): Middleware => {
  const react = typeof onInvalid === 'function' ? onInvalid : reactions[onInvalid]
  return {
    async onResponse({ schemaPath, request, response }) {
      const schema = answerSchemas[schemaPath]
      if (!response.ok || !schema) return
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      if (body === undefined) return
      const found = [...deviations(body, schema, namedSchemas)]
      if (found.length > 0) react(new InvalidAnswerError(request.url, found))
    },
  }
}
