import type { Attempt, CallOptions, Retry } from '@trading-network/types'

/**
 * Receives log messages. The console is one, and so are the usual loggers.
 *
 * @example
 * const logger: Logger = { warn: console.warn, debug: () => {} }
 */
export interface Logger {
  debug(message: string): void
  warn(message: string): void
}

/**
 * Log messages of a client: each attempt at level `debug`, each retry at `warn`. They have neither headers nor URLs,
 * where secrets may be. Without it a client logs nothing but deprecations.
 *
 * @param options `logger` gets the messages; the console unless set. `logLevel` is the least important level to log;
 * `warn` unless set.
 * @returns the hooks `onAttempt` and `onRetry` for a client or a call.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', ...logging({ logLevel: 'debug' }) })
 */
export const logging = ({
  logger = console,
  logLevel = 'warn',
}: {
  readonly logger?: Logger | undefined
  readonly logLevel?: 'debug' | 'warn' | 'off' | undefined
} = {}): Pick<CallOptions, 'onAttempt' | 'onRetry'> => {
  const message = ({ operationId, attempt, duration, status, error }: Attempt) => {
    // The message of an error may quote anything.
    const result = status ?? (error instanceof Error ? error.name : 'failed')
    return `${operationId}: ${result} after ${duration.toFixed()} ms (attempt ${attempt})`
  }
  return {
    onAttempt: attempt => {
      if (logLevel === 'debug') logger.debug(message(attempt))
    },
    onRetry: (retry: Retry) => {
      if (logLevel !== 'off') logger.warn(`${message(retry)}, again in ${retry.delay.toFixed()} ms`)
    },
  }
}
