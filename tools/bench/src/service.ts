import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const CLI = createRequire(import.meta.url)
  .resolve('@trading-network/server')
  .replace(/index\.(ts|js)$/, 'cli.$1')

/** The service as an operator starts it: the command, in processes of its own. */
export class Service {
  readonly port: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  /** Starts `trading-network serve` with these arguments on a free port. */
  static async start(...args: readonly string[]): Promise<Service> {
    const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--no-docs', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(child.stdout)) {
      const port = / at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
      if (port !== undefined) return new Service(child, Number(port))
    }
    throw new Error('the service ended before it served')
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }
}
