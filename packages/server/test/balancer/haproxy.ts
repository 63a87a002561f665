import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@trading-network/test/postgres'
import { missing } from '../deploy/front-proxy.ts'

const CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))

/** Like {@link missing}, for HAProxy. */
export function missingHaproxy(): string {
  const absent = missing('haproxy')
  // Where HAProxy is required, a run without it would prove nothing.
  if (absent && process.env.REQUIRE_HAPROXY) throw new Error('haproxy is not installed')
  return absent
}

/** Makes a certificate of this machine with openssl. Returns the path of the file with it and its key. */
export function certificateIn(folder: string): string {
  const [file, key] = [join(folder, 'network.pem'), join(folder, 'key.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const made = ['-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', file]
  execFileSync('openssl', [...request, ...made], { stdio: 'ignore' })
  appendFileSync(file, readFileSync(key))
  return file
}

const VARIABLES = ['SERVER_ONE', 'SERVER_TWO', 'SERVER_THREE']

/** HAProxy with the unchanged configuration of `deploy/`. */
export class Balancer {
  readonly url: string
  readonly #process: ChildProcess

  private constructor(url: string, process: ChildProcess) {
    this.url = url
    this.#process = process
  }

  /** Starts in front of two or three servers, given as URLs, and waits for a response from one of them. */
  static async start(urls: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Balancer> {
    const listen = `127.0.0.1:${await freePort()}`
    const servers = Object.fromEntries(urls.map((url, place) => [VARIABLES[place], new URL(url).host]))
    const process_ = spawn('haproxy', ['-f', CONFIGURATION], {
      env: { ...process.env, ...servers, ...env, LISTEN: listen },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    process_.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000)
    })
    const balancer = new Balancer(`http://${listen}`, process_)
    for (;;) {
      if (process_.exitCode !== null) throw new Error(`haproxy ended:\n${log}`)
      const answer = await fetch(`${balancer.url}/ready`).catch(() => undefined)
      if (answer?.ok) return balancer
      await wait(20)
    }
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    await exit
  }
}
