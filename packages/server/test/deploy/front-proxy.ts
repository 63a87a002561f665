import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@trading-network/test/postgres'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))

/** Names of programs that no npm package contains, for the title of a test: those to install before it can run. */
export function missing(...programs: readonly string[]): string {
  const absent = programs.filter(program => spawnSync(program, ['-v']).error)
  return absent.length === 0 ? '' : `(skipped: install ${absent.join(' and ')})`
}

/** Returns a path in a folder with any name for a configuration of nginx. */
export const quoted = (folder: string, name: string): string => `"${join(folder, name)}"`

/** Changes of a shipped file: a text that it contains, and its replacement. */
export type Replacements = Readonly<Record<string, string>>

/** A program of `deploy/` that runs in the foreground, with its files in a folder of its own. */
export class FrontProxy {
  readonly #process: ChildProcess
  readonly #folder: string

  private constructor(folder: string, [program, ...args]: readonly string[]) {
    this.#folder = folder
    this.#process = spawn(program!, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Starts nginx with a file for its `http` block. */
  static nginx(file: string, replacements: Replacements): FrontProxy {
    const folder = mkdtempSync(join(tmpdir(), 'trading-network-nginx-'))
    const text = shipped(file, replacements)
    writeFileSync(
      join(folder, 'site.conf'),
      text.replaceAll(/\/var\/cache\/nginx\/(\w+)/g, (_, name: string) => quoted(folder, name)),
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      kind => `${kind}_temp_path ${quoted(folder, kind)};`,
    )
    const main = `
      daemon off; user root; worker_processes 1; pid ${quoted(folder, 'pid')}; error_log stderr crit;
      events { worker_connections 16384; }
      http { access_log off; ${temporary.join(' ')} include ${quoted(folder, 'site.conf')}; }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return new FrontProxy(folder, ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
  }

  /** Starts the cache of nginx in front of a service, given as `host:port`, and waits for a response through it. */
  static async cache(service: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
    const listen = `127.0.0.1:${await freePort()}`
    const url = `http://${listen}`
    const proxy = FrontProxy.nginx('nginx/cache.conf', {
      '127.0.0.1:8000': listen,
      '127.0.0.1:8080': service,
    })
    await proxy.answers(async () => (await fetch(`${url}/ready`)).ok)
    return { url, stop: () => proxy.stop() }
  }

  /** Waits until a request through it is answered. */
  async answers(ask: () => Promise<unknown>): Promise<void> {
    for (; !(await ask().catch(() => undefined)); await wait(20))
      if (this.#process.exitCode !== null) throw new Error(`the proxy ended with ${this.#process.exitCode}`)
  }

  async stop(): Promise<void> {
    if (this.#process.kill('SIGTERM')) await once(this.#process, 'exit')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Returns a file of `deploy/` with other addresses and folders. */
function shipped(file: string, replacements: Replacements): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}
