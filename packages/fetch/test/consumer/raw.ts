import { createClient, formatAmount, openapiFetch, type paths, toBigInt, toIso } from '@trading-network/fetch'
import createRawClient, { type Client, type Middleware } from 'openapi-fetch'
import createHooks from 'openapi-react-query'

const params = { path: { orderId: 'ab' } }

/** An amount, an int64, a timestamp, an enum and a text, each as its helper takes it. */
const show = ({ order }: NonNullable<Awaited<ReturnType<typeof plain>>>) => {
  const status: string = order.status
  const isFilled = order.status === 'STATUS_FILLED'
  return [
    formatAmount(order.price, 5),
    toBigInt(order.version) + 1n,
    toIso(order.createdAt),
    status,
    isFilled,
  ]
}

/** Plain openapi-fetch. */
export const plain = async () => {
  const raw = createRawClient<paths>({ baseUrl: 'http://network.test' })
  const { data } = await raw.GET('/api/v2/order/{orderId}', { params })
  return data
}

/** The openapi-fetch client of ours. */
export const ours = async () => {
  const raw = openapiFetch<Client<paths>>(createClient({ baseUrl: 'http://network.test' }))
  const { data, error } = await raw.GET('/api/v2/order/{orderId}', { params })
  const isNever: boolean = data?.order.updatedAt === '0'
  return data ? show(data) : [error.message, isNever]
}

/** Middleware of openapi-fetch. */
export const foreign = (middleware: Middleware) =>
  createClient({ baseUrl: 'http://network.test', middleware: [middleware] })

/** openapi-react-query. */
export const useOrder = (raw: Client<paths>) => {
  const { data } = createHooks<paths>(raw).useQuery('get', '/api/v2/order/{orderId}', { params })
  return data ? show(data) : []
}
