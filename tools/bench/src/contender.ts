import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadRequest } from './load.ts'

/** What a server process is to do: serve a database, or replay what another server answers to these requests. */
export type Task =
  | { readonly serve: { readonly database: string; readonly maxDelay?: number } }
  | { readonly replay: { readonly origin: string; readonly requests: readonly LoadRequest[] } }

/** What a server process tells: where it listens, or the processor time it has taken, in microseconds. */
export type Told = { readonly port: number } | { readonly cpu: number }

/** A server in a process of its own. */
export class Contender {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static start(task: Task): Promise<Contender> {
    return Contender.run(fileURLToPath(new URL('contender-process.ts', import.meta.url)), task)
  }

  /** Runs a program that takes such a message as its task and tells what `contender-process.ts` tells. */
  static async run(program: string, task: object): Promise<Contender> {
    const child = fork(program)
    child.send(task)
    const told = await answerOf(child)
    if (!('port' in told)) throw new Error('a server process did not say where it listens')
    return new Contender(child, told.port)
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Processor time that the process has taken, in microseconds. */
  async cpu(): Promise<number> {
    this.#child.send('cpu')
    const told = await answerOf(this.#child)
    if (!('cpu' in told)) throw new Error('a server process did not say how much time it took')
    return told.cpu
  }

  stop(): void {
    this.#child.kill()
  }
}

async function answerOf(child: ChildProcess): Promise<Told> {
  const failed = new AbortController()
  const exit = once(child, 'exit', { signal: failed.signal }).then(([code]) => {
    throw new Error(`a server process ended with code ${code}`)
  })
  const message = once(child, 'message', { signal: failed.signal }).then(([told]) => told as Told)
  try {
    return await Promise.race([message, exit])
  } finally {
    // Whoever lost the race must not wait on.
    void Promise.allSettled([message, exit])
    failed.abort()
  }
}
