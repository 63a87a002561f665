import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One file of spec/examples: an OpenAPI example together with its request. */
export interface Example {
  readonly summary: string
  readonly 'x-tn-request': {
    readonly operationId: string
    /** GET unless set. */
    readonly method?: string
    readonly path?: Readonly<Record<string, string>>
    /** By wire name; a list is sent as one parameter per element. */
    readonly query?: Readonly<Record<string, unknown>>
    readonly headers?: Readonly<Record<string, string>>
  }
  readonly 'x-tn-response': { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The body of the response. */
  readonly value: Readonly<Record<string, unknown>>
}

const folder = fileURLToPath(new URL('../../../spec/examples', import.meta.url))

/** Every example of the corpus by its file's name without `.json`: `listAccounts-typicalPage`. */
export const corpus: Readonly<Record<string, Example>> = Object.fromEntries(
  globSync('*.json', { cwd: folder })
    .sort()
    .map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Example,
    ]),
)
