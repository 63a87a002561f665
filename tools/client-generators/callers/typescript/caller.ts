/** The calls of a program that uses a generated client. Values are those of the client, of its types. */
export interface Caller {
  /** The first two accounts. Several types repeat a parameter of the request. */
  accounts(baseUrl: string, types?: ('ACCOUNT_TYPE_BOND' | 'ACCOUNT_TYPE_GENERAL')[]): Promise<AccountEdge[]>
  /** An order. Its fields have an open enum, an unsigned 64-bit integer and a timestamp in nanoseconds. */
  order(baseUrl: string, orderId: string): Promise<{ side: string; batchId: string; createdAt: string }>
  /** The error for an order that does not exist. */
  missing(baseUrl: string, orderId: string): Promise<Failure>
}

interface AccountEdge {
  readonly cursor: string
  readonly node: { readonly owner: string; readonly balance: string }
}

interface Failure {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly details: { readonly reason?: string }[]
}
