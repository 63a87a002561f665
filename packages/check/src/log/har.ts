import { closeSync, openSync, writeSync } from 'node:fs'
import type { Exchange } from './exchange.ts'

const END = ']}}'

/**
 * A log of exchanges in a file, as HTTP Archive 1.2. The file is whole after each exchange, so a check that is ended early
 * leaves one that other tools read.
 */
export class HarFile {
  readonly #file: number
  #size = 0
  #entries = 0

  /** @param creator name and version of the program that writes the log */
  constructor(path: string, creator: { readonly name: string; readonly version: string }) {
    this.#file = openSync(path, 'w')
    this.#size = writeSync(
      this.#file,
      `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`,
    )
    writeSync(this.#file, END, this.#size)
  }

  add(exchange: Exchange): void {
    const text = Buffer.from(`${this.#entries > 0 ? ',' : ''}\n${JSON.stringify(entryOf(exchange))}`)
    this.#entries += 1
    writeSync(this.#file, Buffer.concat([text, Buffer.from(END)]), 0, null, this.#size)
    this.#size += text.length
  }

  close(): void {
    closeSync(this.#file)
  }
}

function entryOf({ method, url, sent, status, headers, text, startedAt, milliseconds }: Exchange) {
  const form = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const size = Buffer.byteLength(text)
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: milliseconds,
    request: {
      ...form,
      method,
      url,
      headers: pairs(sent),
      queryString: pairs(new URL(url).searchParams),
      bodySize: 0,
    },
    response: {
      ...form,
      status,
      statusText: '',
      headers: pairs(headers),
      content: { size, mimeType: headers.get('content-type') ?? '', text },
      redirectURL: headers.get('location') ?? '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

function pairs(given: Iterable<[string, string]>) {
  return [...given].map(([name, value]) => ({ name, value }))
}
