import { type Contract, type Example, operationsOf } from './contract.ts'
import { banner, jsDoc, quote } from './text.ts'

/** `examples.ts`: the corpus for a published package. */
export function examples(contract: Contract): string {
  const corpus = Object.entries(contract.components.examples ?? {})
  const names = corpus.map(([name]) => `\n  | ${quote(name)}`).join('')
  const entries = corpus.map(([name, example]) => {
    const doc = jsDoc([example.summary], '  ')
    return `${doc}  ${quote(name)}: ${indented(entry(contract, example))},\n`
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

function entry(contract: Contract, example: Example): object {
  const { operationId } = example['x-tn-request']
  if (!operationsOf(contract).some(operation => operation.operationId === operationId))
    throw new Error(`An example asks for ${operationId}, which the contract does not have`)
  const { status, headers } = example['x-tn-response']
  return { status, headers, body: example.value }
}

/** JSON is valid TypeScript, and is readable in a diff. */
function indented(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')
}
