import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'

/**
 * An address with its port in `X-Forwarded-For`, as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711` or
 * `[2001:db8::1]`. A plain IPv6 address has more than one colon.
 */
const WITH_PORT = /(?<=^|,)\s*(?:\[([^\],]+)\](?::\d+)?|([\d.]+):\d+)\s*(?=,|$)/g

/** Returns the client of a request: an IPv4 address, or the network of 64 bits of an IPv6 address. */
export type ClientOf = (request: IncomingMessage) => string

/**
 * @param trustProxy proxies, as addresses and networks, whose `X-Forwarded-For` names the client
 * @param warn called once, if that header comes from another address first
 */
export function clientsBehind(
  trustProxy: readonly string[] | undefined,
  warn: (message: string) => void = () => undefined,
): ClientOf {
  const isTrusted = proxyAddress.compile([...(trustProxy ?? [])])
  let isWarned = false
  return request => {
    const { headers, socket } = request
    const address = socket.remoteAddress ?? ''
    if (headers['x-forwarded-for'] === undefined) return networkOf(address)
    // A connection that was reset has no address any more.
    if (!isWarned && address && !isTrusted(address, 0)) {
      isWarned = true
      warn(
        `X-Forwarded-For from ${address} is ignored. If that is your proxy, all of its clients share the limits of one; start with --trust-proxy ${address}`,
      )
    }
    if (!trustProxy) return networkOf(address)
    // With its port, every connection would be a client of its own. The log reads the header later.
    headers['x-forwarded-for'] = String(headers['x-forwarded-for']).replaceAll(WITH_PORT, '$1$2')
    return networkOf(proxyAddress(request, isTrusted))
  }
}

/** Returns the usual network of one subscriber: an IPv4 address, or 64 bits of an IPv6 address. */
export function networkOf(address = ''): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [start = '', end] = plain.split('%', 1)[0]?.split('::', 2) ?? []
  const first = start === '' ? [] : start.split(':')
  const last = end ? end.split(':') : []
  const zeros = end === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Returns the networks around a client, the largest first, and how many times as much as a client each may use. A
 * provider gives a subscriber 64, 56 or 48 bits of IPv6, and nobody sees which.
 */
export function networksAround(
  client: string,
): readonly { readonly network: string; readonly weight: number }[] {
  const [one, two, three, four] = client.split(':')
  if (four === undefined) return []
  const first = `${one}:${two}:${three}`
  return [
    { network: `${first}::/48`, weight: 16 },
    { network: `${first}:${(Number.parseInt(four, 16) & 0xff00).toString(16)}::/56`, weight: 4 },
  ]
}
