import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadRequest } from './bursts.ts'

/** The task of a server process: serve a database, or replay another server's responses to these requests. */
export type Task =
  | { readonly serve: { readonly database: string; readonly maxDelay?: number } }
  | { readonly replay: { readonly origin: string; readonly requests: readonly LoadRequest[] } }

const SERVER = fileURLToPath(new URL('contender-process.ts', import.meta.url))

/** A server in its own process, which says where it listens and how much CPU time it has used. */
export class Contender {
  readonly origin: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.origin = `http://127.0.0.1:${port}`
  }

  static start(task: Task): Promise<Contender> {
    return Contender.run(SERVER, [], task)
  }

  /** Runs a program that reads its task as a message and sends `{ port }`, then `{ cpu }` for every message `cpu`. */
  static async run(program: string, args: readonly string[], task: object): Promise<Contender> {
    const child = fork(program, args)
    return new Contender(child, await request(child, task, 'port'))
  }

  /** CPU time of the process so far, in microseconds. */
  cpu(): Promise<number> {
    return request(this.#child, 'cpu', 'cpu')
  }

  stop(): void {
    this.#child.kill()
  }
}

/** @throws Error when the process ends without a response */
async function request(child: ChildProcess, message: object | string, field: string): Promise<number> {
  const over = new AbortController()
  const { signal } = over
  try {
    child.send(message)
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`a server process ended with code ${code}`)
    })
    ended.catch(() => undefined)
    const [response] = await Promise.race([once(child, 'message', { signal }), ended])
    return (response as Record<string, number>)[field] as number
  } finally {
    over.abort()
  }
}
