import type { Contract } from './contract.ts'
import { banner, jsDoc, quote } from './text.ts'

/** `examples.ts`: the corpus for a published package. */
export function examples(contract: Contract): string {
  const corpus = Object.entries(contract.components.examples ?? {})
  const names = corpus.map(([name]) => `\n  | ${quote(name)}`).join('')
  const entries = corpus.map(([name, example]) => {
    const doc = jsDoc([example.summary], '  ')
    const { status, headers } = example['x-tn-response']
    // JSON is valid TypeScript, and is readable in a diff.
    const text = JSON.stringify({ status, headers, body: example.value }, undefined, 2)
    return `${doc}  ${quote(name)}: ${text.replaceAll('\n', '\n  ')},\n`
  })
  return `${banner}
/** A response of the contract's examples. */
export interface Example {
  readonly status: number
  /** Headers of the response that belong to the example. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The examples of the contract by name. */
export type ExampleName =${names}

/**
 * Every response of the contract's examples.
 *
 * @example
 * const { status, body } = examples['error-orderNotFound']
 */
export const examples: Readonly<Record<ExampleName, Example>> = {
${entries.join('')}}
`
}
