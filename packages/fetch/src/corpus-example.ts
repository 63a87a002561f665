import type { OperationId } from '@trading-network/types'

/**
 * An example of the contract: a request and its response.
 *
 * @example
 * const { body }: CorpusExample = examples['listAccounts-typicalPage']
 */
export interface CorpusExample {
  readonly operationId: OperationId
  /** GET unless set. */
  readonly method?: string
  /** The request's parameters, path and query together. */
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number
  /** Headers of the response that belong to the example. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
