import type { Middleware } from '@trading-network/types'
import { type Deviation, deviations } from './answer-schema.ts'
import { answerSchemas, namedSchemas } from './generated/response-schemas.ts'

export type { Deviation } from './answer-schema.ts'

/**
 * A 2xx response deviates from the contract.
 *
 * @example
 * const report = (error: InvalidAnswerError) =>
 *   console.warn(error.url, error.deviations.map(({ path, problem }) => `${path} ${problem}`))
 */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError'
  /** URL of the response. */
  readonly url: string
  /** All deviations of the response. */
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
 * Middleware that validates every 2xx response against the contract: required fields, types and patterns. It accepts
 * unknown fields and enum values. The client itself rejects errors, and bodies that are not JSON.
 *
 * @param options `onInvalid` is the action for a response that deviates: `'warn'` (the default) writes to the console,
 * `'throw'` rejects the call, a function handles the error itself.
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'http://127.0.0.1:8080',
 *   middleware: [validateAnswers({ onInvalid: 'throw' })],
 * })
 */
export const validateAnswers = ({
  onInvalid = 'warn',
}: {
  readonly onInvalid?: 'warn' | 'throw' | ((error: InvalidAnswerError) => void)
} = {}): Middleware => {
  const react = (error: InvalidAnswerError) => {
    if (onInvalid === 'throw') throw error
    if (onInvalid === 'warn') console.warn(error.message)
    else onInvalid(error)
  }
  return {
    async onResponse({ schemaPath, request, response }) {
      const schema = answerSchemas[schemaPath]
      if (!response.ok || !schema) return
      const parsed = response.clone().json()
      // The client itself rejects a body that is not JSON.
      const body: unknown = await parsed.catch(() => undefined)
      if (body === undefined) return
      const found = [...deviations(body, schema, namedSchemas)]
      if (found.length > 0) react(new InvalidAnswerError(request.url, found))
    },
  }
}
