import type { Reply } from '../network.ts'

/** Answers a request: path and query in. */
export type Get = (
  target: string,
  method?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>

/** A server with one defect, as a wrapper around a correct one. */
export interface Mutant {
  readonly name: string
  /** The operation that is broken. */
  readonly operation: string
  /** The check that must find it; others may find it too. */
  readonly caughtBy: string
  /** The network makes a block after every few requests. */
  readonly moving?: true
  /** Answers in place of the correct server, which it may ask. */
  readonly answer: (request: Asked, correct: Get) => Promise<Reply>
}

export interface Asked {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

type Of = Pick<Mutant, 'name' | 'operation' | 'caughtBy'>

/** A JSON object that a mutant tampers with. */
export type Node = Record<string, unknown>

/** A page that a mutant tampers with. */
export interface Page {
  edges: { cursor: string; node: Node }[]
  pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean }
}

/** Changes the request before the correct server sees it. */
export function asks(of: Of, change: (url: URL) => void): Mutant {
  return {
    ...of,
    answer: ({ url, method }, correct) => {
      const changed = new URL(url)
      change(changed)
      return correct(targetOf(changed), method)
    },
  }
}

/** Changes the response of the correct server. */
export function answers(of: Of, change: (reply: Reply, request: Asked) => void): Mutant {
  return {
    ...of,
    answer: async (request, correct) => {
      const reply = await correct(targetOf(request.url), request.method)
      change(reply, request)
      return reply
    },
  }
}

/** Changes the page of a 200 response. */
export function pages(of: Of, change: (page: Page, url: URL, body: Node) => void): Mutant {
  return answers(of, (reply, { url }) => {
    if (reply.status !== 200 || reply.text === '') return
    const body = JSON.parse(reply.text) as Node
    const page = Object.values(body).find((value): value is Page => typeof value === 'object')
    if (page) change(page, url, body)
    reply.text = JSON.stringify(body)
  })
}

/** Changes every record of a 200 response. */
export function nodes(of: Of, change: (node: Node) => void): Mutant {
  return pages(of, page => {
    for (const { node } of page.edges) change(node)
  })
}

function targetOf({ pathname, search }: URL): string {
  return pathname + search
}

/** Gives a query parameter another value; does nothing when it is not given. */
export function change(url: URL, name: string, to: (value: string) => string): void {
  const value = url.searchParams.get(name)
  if (value !== null) url.searchParams.set(name, to(value))
}
