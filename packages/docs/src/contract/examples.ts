import { type Contract, type ExampleObject, type ResponseObject, resolve } from './document.ts'

/** A way for a request to fail. */
export interface ErrorCase {
  readonly status: number
  readonly summary: string
  /** About the status, in every case of it. */
  readonly description: string
  /** Distinguishes the errors of one status: the reason, or the type of the first detail. */
  readonly reason: string
  readonly body: unknown
}

interface ErrorBody {
  readonly details: readonly { readonly '@type': string; readonly reason?: string }[]
}

/** A response of the corpus, with its request. */
export interface Example {
  /** Such as `typicalPage`. */
  readonly name: string
  readonly summary: string
  /** The values of the request by parameter: one, or one per element of a list. */
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly body: unknown
}

export const JSON_TYPE = 'application/json'

/** The examples of a successful response. */
export function examplesOf(contract: Contract, response: ResponseObject): Example[] {
  return namedExamples(contract, response).map(([name, example]) => ({
    name,
    summary: example.summary,
    values: valuesOf(example),
    body: example.value,
  }))
}

/** The examples of an error response. */
export function errorCasesOf(contract: Contract, response: ResponseObject): ErrorCase[] {
  return namedExamples(contract, response).map(([, example]) => ({
    status: example['x-tn-response'].status,
    summary: example.summary.replace(/^\d+: /, ''),
    description: response.description,
    reason: reasonOf(example.value as ErrorBody),
    body: example.value,
  }))
}

function reasonOf({ details }: ErrorBody): string {
  return details.find(({ reason }) => reason)?.reason ?? details[0]?.['@type'].split('.').at(-1) ?? ''
}

function namedExamples(contract: Contract, response: ResponseObject): [string, ExampleObject][] {
  return Object.entries(response.content?.[JSON_TYPE]?.examples ?? {}).map(([name, example]) => [
    name,
    resolve<ExampleObject>(contract, example),
  ])
}

function valuesOf({ 'x-tn-request': { path = {}, query = {} } }: ExampleObject): Example['values'] {
  const values = Object.entries({ ...path, ...query })
  return Object.fromEntries(values.map(([name, value]) => [name, [value].flat().map(String)]))
}
