import type { Reply } from '../network.ts'

/** Answers a request: path and query in. */
export type Get = (
  target: string,
  method?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>

/** A server with one defect, as a wrapper around a correct one. */
export interface BrokenServer {
  /** The operation that is broken. */
  readonly operation: string
  readonly name: string
  /** Answers in place of the correct server, which it may ask. */
  readonly answer: (request: Asked, correct: Get) => Promise<Reply>
  /** The network makes a block after every few requests. */
  readonly moving?: true
  /** It is caught only if a block comes while the check waits, which a busy machine may prevent. */
  readonly byChance?: true
}

export interface Asked {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

/** A JSON object that a broken server changes. */
export type Node = Record<string, unknown>

/** A page that a broken server changes. */
export interface Page {
  edges: { cursor: string; node: Node }[]
  pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean }
}

export const nameOf = ({ operation, name }: BrokenServer): string => `${operation} ${name}`

/** Changes the request before the correct server sees it. */
export function asks(operation: string, name: string, change: (url: URL) => void): BrokenServer {
  return {
    operation,
    name,
    answer: ({ url, method }, correct) => {
      const changed = new URL(url)
      change(changed)
      return correct(targetOf(changed), method)
    },
  }
}

/** Changes the response of the correct server. */
export function answers(
  operation: string,
  name: string,
  change: (reply: Reply, request: Asked) => void,
): BrokenServer {
  return {
    operation,
    name,
    answer: async (request, correct) => {
      const reply = await correct(targetOf(request.url), request.method)
      change(reply, request)
      return reply
    },
  }
}

/** Sets a header of a reply; removes it without a value. */
export function set(reply: Reply, name: string, value: string | undefined): void {
  if (value === undefined) delete reply.headers[name]
  else reply.headers[name] = value
}

/** Changes a header of the responses that have it; removes it without a value. */
export function withHeader(
  operation: string,
  name: string,
  header: string,
  value?: string | ((before: string) => string),
): BrokenServer {
  return answers(operation, name, reply => {
    const before = reply.headers[header]
    if (before !== undefined) set(reply, header, typeof value === 'function' ? value(before) : value)
  })
}

/** Changes the body of the responses with this status. */
export function rewrites(
  operation: string,
  name: string,
  status: number,
  change: (body: Node, request: Asked) => void,
): BrokenServer {
  return answers(operation, name, (reply, request) => {
    if (reply.status === status) rewriteBody(reply, body => change(body, request))
  })
}

/** Changes the page of a 200 response. */
export function pages(
  operation: string,
  name: string,
  change: (page: Page, url: URL, body: Node) => void,
): BrokenServer {
  return rewrites(operation, name, 200, (body, { url }) => {
    const page = Object.values(body).find((value): value is Page => typeof value === 'object')
    if (page) change(page, url, body)
  })
}

/** Changes every record of a 200 response. */
export function nodes(operation: string, name: string, change: (node: Node) => void): BrokenServer {
  return pages(operation, name, page => {
    for (const { node } of page.edges) change(node)
  })
}

/** Does nothing to a reply without a body. */
export function rewriteBody(reply: Reply, change: (body: Node) => void): void {
  if (reply.text === '') return
  const body = JSON.parse(reply.text) as Node
  change(body)
  reply.text = JSON.stringify(body)
}

/** Gives a query parameter another value; does nothing when it is not given. */
export function change(url: URL, name: string, to: (value: string) => string): void {
  const value = url.searchParams.get(name)
  if (value !== null) url.searchParams.set(name, to(value))
}

export const given = (url: URL, name: string): boolean => url.searchParams.has(name)

export const isError = ({ status }: Reply): boolean => status >= 400

export function targetOf({ pathname, search }: URL): string {
  return pathname + search
}
