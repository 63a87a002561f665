import type { OperationId } from '@trading-network/types'

/**
 * An example of the contract: a request, and the answer to it.
 *
 * @example
 * const { body }: CorpusExample = examples['listAccounts-typicalPage']
 */
export interface CorpusExample {
  readonly operationId: OperationId
  /** GET unless said. */
  readonly method?: string
  /** The request's parameters, path and query together. */
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number
  /** Headers of the answer that matter to it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}
