import type { ErrorDetail, TradingNetworkApi } from '@trading-network/types'
import type { Operation } from '../src/parameters/contract.ts'
import type { Reply } from './running.ts'

/** The operations as functions, with the types of the client. The client itself is no part of these tests. */
export type Api = {
  [Id in keyof TradingNetworkApi]: (
    ...parameters: Parameters<TradingNetworkApi[Id]>
  ) => Promise<Awaited<ReturnType<TradingNetworkApi[Id]>>>
}

/** A response other than 200, with the fields of its body. */
export class Refused extends Error {
  readonly status: number
  declare readonly code: number
  declare readonly details: readonly ErrorDetail[]
  constructor({ status, body }: Reply) {
    super(body.message)
    this.status = status
    Object.assign(this, body)
  }
}

/** The operations, each as a request of its own. */
export function apiOf(operations: readonly Operation[], get: (target: string) => Promise<Reply>): Api {
  const functions = operations.map(({ operationId, path }) => [
    operationId,
    async (query: object = {}) => {
      const reply = await get(targetOf(path, query))
      if (reply.status !== 200) throw new Refused(reply)
      return reply.body
    },
  ])
  return Object.fromEntries(functions)
}

function targetOf(path: string, query: object): string {
  let target = path
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query))
    for (const value of given === undefined ? [] : [given].flat()) {
      if (path.includes(`{${name}}`)) target = target.replace(`{${name}}`, encodeURIComponent(value))
      else search.append(name, String(value))
    }
  return `${target}?${search}`
}
