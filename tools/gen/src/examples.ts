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
import type { CorpusExample } from '../corpus-example.ts'

/**
 * The examples of the contract by name.
 *
 * @example
 * const name: ExampleName = 'listAccounts-emptyPage'
 */
export type ExampleName =${names}

/**
 * Every example of the contract: a request and its response.
 *
 * @example
 * const { status, body } = examples['error-orderNotFound']
 */
export const examples: Readonly<Record<ExampleName, CorpusExample>> = {
${entries.join('')}}
`
}

function entry(contract: Contract, example: Example): object {
  const { operationId, method, path, query } = example['x-tn-request']
  if (!operationsOf(contract).some(operation => operation.operationId === operationId))
    throw new Error(`An example asks for ${operationId}, which the contract does not have`)
  const { status, headers } = example['x-tn-response']
  return { operationId, method, params: { ...path, ...query }, status, headers, body: example.value }
}

/** JSON is valid TypeScript, and is readable in a diff. */
function indented(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')
}
