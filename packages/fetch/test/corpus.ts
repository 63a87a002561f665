import { readdirSync, readFileSync } from 'node:fs'
import type { OperationId } from '@trading-network/types'

/** An example of the contract: a request, and the response to it. */
export interface Example {
  readonly name: string
  readonly operationId: OperationId
  /** The request's parameters, path and query together. */
  readonly params: Readonly<Record<string, unknown>>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly value: Readonly<Record<string, unknown>>
}

const folder = new URL('../../../spec/examples/', import.meta.url)

const readExample = (file: string): Example => {
  const example = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  const { 'x-tn-request': request, 'x-tn-response': response, value } = example
  return {
    name: file.replace('.json', ''),
    operationId: request.operationId,
    params: { ...request.path, ...request.query },
    status: response.status,
    headers: response.headers ?? {},
    value,
  }
}

/** Every example of the contract. */
export const corpus: readonly Example[] = readdirSync(folder)
  .filter(file => file.endsWith('.json'))
  .map(readExample)
