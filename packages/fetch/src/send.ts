import { type CallOptions, type OperationId, routes } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { createAttempts } from './attempts.ts'
import type { ClientConfig } from './config.ts'
import { type Settings, settingsWith } from './options.ts'
import { within } from './time-limit.ts'
import { baseUrlOf, type Params, takePath, writeQuery } from './url.ts'

/**
 * Calls one operation and returns its response, or rejects.
 *
 * @param base the settings of the client, under the options of the call.
 */
export type Send = (
  base: Settings,
  operationId: OperationId,
  params: Params,
  options?: CallOptions,
) => Promise<Answer>

/**
 * One logical call, from parameters to data.
 *
 * @throws TypeError for an invalid base URL or rate.
 */
export const createSend = (config: ClientConfig): Send => {
  const baseUrl = baseUrlOf(config)
  const attempts = createAttempts(config)

  return async (base, operationId, params, given) => {
    const settings = given ? settingsWith(base, given) : base
    const { headers: headersOf, middleware, signal, deadline } = settings
    const query = { ...params }
    const url = baseUrl + takePath(routes[operationId].path, query) + writeQuery(query)

    const work = async (signal: AbortSignal | undefined) => {
      const headers = await headersOf?.()
      return middleware
        ? middleware.run(attempts, { operationId, baseUrl, params, url, headers }, settings, signal)
        : attempts(operationId, url, headers, settings, signal)
    }
    // Attempts handle the signal themselves.
    const answer = await ((deadline ?? (signal && (middleware ?? headersOf)))
      ? within(signal, work, operationId, deadline)
      : work(signal))
    if (answer.error) throw answer.error
    return answer
  }
}
