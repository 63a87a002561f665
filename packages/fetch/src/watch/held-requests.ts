let held = 0
let hasWarned = false

/**
 * Counts the requests that the service may hold. Warns once if a browser holds more than four over HTTP/1.1: it has six
 * connections to a host for all its tabs.
 */
export const countHeld = (change: 1 | -1) => {
  held += change
  if (held > 4 && !hasWarned && isHttp1()) {
    hasWarned = true
    console.warn(`${held} watches hold a connection each, of six over HTTP/1.1: serve the API over HTTP/2`)
  }
}

/** Returns true if the browser reports HTTP/1.1. Other platforms have no such limit, and leave the protocol empty. */
const isHttp1 = () =>
  (performance.getEntriesByType?.('resource') as PerformanceResourceTiming[])?.some(
    ({ name, nextHopProtocol }) => name.includes('/api/v2/') && nextHopProtocol === 'http/1.1',
  )
