import { follow } from '../../src/contract/document.ts'
import type { Operation, Parameter } from '../../src/contract/operations.ts'
import { declaredHeaders } from '../../src/contract/responses.ts'
import type { Reply } from '../network.ts'
import { shareOf } from './rewriting.ts'
import { answers, type BrokenServer } from './server.ts'

/**
 * Headers that the service of these tests never sends: it admits all websites, nothing is deprecated, and its history is
 * complete.
 */
const NEVER_SENT = / (Vary|Deprecation|Sunset|X-First-Block|X-History-Since) of a \d+$/

/** Statuses that the check provokes. */
const STATUSES = [200, 304, 400, 404, 405, 503]

/**
 * For every header of requests and responses, servers that get it wrong. All operations have the same headers, so each
 * gets a share of the defects.
 */
export function brokenHeaders(operation: Operation): BrokenServer[] {
  const statuses = STATUSES.filter(status => operation.responses[status])
  const all = [
    ...statuses.flatMap(status =>
      Object.keys(declaredHeaders(operation, status)).flatMap(name => wrong(operation, status, name)),
    ),
    ...operation.headers.flatMap(header => misread(operation, header)),
    ...unconditional(operation),
    ...wrongForHead(operation),
  ]
  const share = shareOf(all, operation).filter(({ name }) => !NEVER_SENT.test(name))
  return [...share, ...impatient(operation)]
}

/** Values of headers that must not be the same in every response. */
const CONSTANTS: Readonly<Record<string, string>> = {
  'x-block-height': '1',
  'x-request-id': 'same',
  'ratelimit-remaining': '1000',
  etag: 'W/"same"',
}

function setTo(key: string, value: string): (reply: Reply) => void {
  return ({ headers }) => {
    headers[key] = value
  }
}

function wrong(operation: Operation, status: number, name: string): BrokenServer[] {
  const key = name.toLowerCase()
  const declared = declaredHeaders(operation, status)[name]
  const isOptional = !(declared && follow(declared).value.required)
  const of = (what: string, change: (reply: Reply) => void) =>
    answers(operation.id, `${what} ${name} of a ${status}`, reply => {
      if (reply.status === status && key in reply.headers) change(reply)
    })
  return [
    // An optional header may be left out everywhere.
    ...(isOptional && !name.startsWith('RateLimit')
      ? []
      : [of('leaves out', ({ headers }) => void delete headers[key])]),
    of('has a malformed', setTo(key, '!? x')),
    ...(key in CONSTANTS ? [of('has a constant', setTo(key, CONSTANTS[key]!))] : []),
  ]
}

function misread(operation: Operation, { name, kind }: Parameter): BrokenServer[] {
  const key = name.toLowerCase()
  const without = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== key))
  const servers: BrokenServer[] = [
    {
      operation: operation.id,
      name: `ignores ${name}`,
      answer: ({ url, method, headers }, correct) =>
        correct(url.pathname + url.search, method, without(headers)),
    },
    {
      operation: operation.id,
      name: `refuses ${name}`,
      answer: ({ url, method, headers }, correct) =>
        correct(
          url.pathname + url.search + (key in headers ? `${url.search ? '&' : '?'}noSuchParameter=1` : ''),
          method,
          headers,
        ),
    },
  ]
  // Any text is a tag or an id.
  if (kind === 'text') return servers
  const lenient: BrokenServer = {
    operation: operation.id,
    name: `lets anything pass for ${name}`,
    answer: async ({ url, method, headers }, correct) => {
      const target = url.pathname + url.search
      const reply = await correct(target, method, headers)
      const isRefused = reply.status === 400 && reply.text.includes(`"field":"${name}"`)
      return isRefused ? correct(target, method, without(headers)) : reply
    },
  }
  return [...servers, lenient]
}

/** Servers that send 304 when they should not, or wrong. */
function unconditional(operation: Operation): BrokenServer[] {
  const of = (name: string, change: (reply: Reply, sent: string | undefined) => void) =>
    answers(operation.id, name, (reply, { headers }) => change(reply, headers['if-none-match']))
  return [
    of('sends 304 for any If-None-Match', (reply, sent) => {
      if (sent !== undefined && reply.status === 200) Object.assign(reply, { status: 304, text: '' })
    }),
    of('sends 304 for bad requests', (reply, sent) => {
      if (sent !== undefined && reply.status === 400) Object.assign(reply, { status: 304, text: '' })
    }),
    of('sends a body with 304', reply => {
      if (reply.status === 304) reply.text = '{}'
    }),
    of('sends an empty 200 in place of 304', reply => {
      if (reply.status === 304) Object.assign(reply, { status: 200, text: '{}' })
    }),
    of('sends 304 without If-None-Match', (reply, sent) => {
      if (sent === undefined && reply.status === 200) Object.assign(reply, { status: 304, text: '' })
    }),
  ]
}

/**
 * Servers that confirm a wait and do not wait, or confirm another one. The check waits at few operations, such as
 * this one.
 */
function impatient(operation: Operation): BrokenServer[] {
  if (operation.id !== 'getOrder') return []
  const confirming = (name: string, applied: string): BrokenServer => ({
    operation: operation.id,
    name,
    answer: async ({ url, method, headers }, correct) => {
      const { prefer, ...others } = headers
      const reply = await correct(url.pathname + url.search, method, others)
      const isApplied = prefer?.startsWith('wait=1') && 'if-none-match' in headers && reply.status < 400
      if (isApplied) reply.headers['preference-applied'] = applied
      return reply
    },
  })
  return [confirming('does not wait for a change', 'wait=1'), confirming('confirms another wait', 'wait=9')]
}

function wrongForHead(operation: Operation): BrokenServer[] {
  const of = (name: string, change: (reply: Reply) => void) =>
    answers(operation.id, name, (reply, { method }) => {
      if (method === 'HEAD') change(reply)
    })
  return [
    of('refuses HEAD', reply => void Object.assign(reply, { status: 405 })),
    of('sends a body for HEAD', reply => void Object.assign(reply, { text: '{}' })),
    of('sends HEAD without the block height', ({ headers }) => void delete headers['x-block-height']),
    of('sends HEAD as text', setTo('content-type', 'text/plain')),
    of('sends 200 to HEAD of a bad request', reply => {
      if (reply.status === 400) reply.status = 200
    }),
  ]
}
