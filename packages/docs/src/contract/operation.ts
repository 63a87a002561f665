import {
  type Contract,
  type Example,
  type HeaderObject,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolve,
} from './document.ts'
import { marksOf } from './provenance.ts'
import { partKey } from './since.ts'
import { deprecationOf, describe, fieldAt, type Value } from './value.ts'

/** A parameter of an operation, with the contents of its row on the page. */
export interface Parameter extends Value {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly required: boolean
  /** The text for a query or a path; a list has one text per element. */
  readonly example: readonly string[]
}

/** An operation for readers. */
export type Operation = ReturnType<typeof operationOf>

/** A response; without examples when it has no body, such as 304. */
export type Response = Operation['responses'][number]

/** The operations in the contract's order. */
export function operationsOf(contract: Contract) {
  return Object.entries(contract.paths).map(([path, { get }]) => operationOf(contract, path, get))
}

function operationOf(contract: Contract, path: string, operation: OperationObject) {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve<ResponseObject>(contract, response)] as const,
  )
  const [, success] = responses.find(([status]) => status === '200') ?? []
  const schema = success?.content?.['application/json'].schema
  if (!schema?.$ref) throw new Error(`${operation.operationId} has no named answer`)
  const answer = describe(contract, schema)
  const page = operation['x-redoclyPagination']?.items.split('/')[1]
  return {
    id: operation.operationId,
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    description: operation.description,
    since: contract.since?.get(partKey(operation.operationId)),
    ...deprecationOf(operation),
    /** In the contract's order: path, query, headers. */
    parameters: operation.parameters.map(each => parameterOf(contract, operation.operationId, each)),
    /** A successful response, and each record of a list, which is in its field `page`. */
    answer,
    page,
    record: page === undefined ? undefined : fieldAt(answer, `${page}.edges.node`),
    headers: Object.entries(success?.headers ?? {}).map(([name, header]) => {
      const whole = resolve<HeaderObject>(contract, header)
      const value = describe(contract, whole.schema)
      return { ...value, name, description: whole.description, marks: marksOf(whole) }
    }),
    /** The names of the headers of all its responses, errors too. */
    responseHeaders: responses.flatMap(([, { headers = {} }]) => Object.keys(headers)),
    /** By status. */
    responses: responses
      .map(([status, response]) => {
        const examples = examplesOf(contract, response)
        // The contract has 431 as its default.
        return {
          status: examples[0]?.status ?? Number(status),
          description: response.description,
          examples,
        }
      })
      .sort((one, other) => one.status - other.status),
  }
}

function parameterOf(
  contract: Contract,
  operationId: string,
  reference: OperationObject['parameters'][number],
): Parameter {
  const parameter = resolve<ParameterObject>(contract, reference)
  const { example } = parameter
  return {
    ...describe(contract, parameter.schema),
    name: parameter.name,
    place: parameter.in,
    required: parameter.required === true,
    description: parameter.description,
    example: example === undefined ? [] : [example].flat().map(String),
    marks: marksOf(parameter),
    since: contract.since?.get(partKey(operationId, parameter.name)),
    ...deprecationOf(parameter),
    ...testsOf(parameter),
  }
}

/** The field that a filter tests; nothing for a named rule, which the description explains. */
function testsOf({ 'x-tn-filters': text = '' }: ParameterObject): { tests?: string } {
  const [, tests] = /^\/node\/(.+)$/.exec(text) ?? []
  return tests === undefined ? {} : { tests: tests.replaceAll('/', '.') }
}

function examplesOf(contract: Contract, { content }: ResponseObject) {
  return Object.values(content?.['application/json'].examples ?? {}).map(reference => {
    const example = resolve<Example>(contract, reference)
    const { path = {}, query = {} } = example['x-tn-request']
    const values = Object.entries({ ...path, ...query })
    return {
      status: example['x-tn-response'].status,
      summary: (example.summary ?? '').replace(/^\d+: /, ''),
      /** The values of the request by parameter: one, or one per element of a list. */
      values: Object.fromEntries(
        values.map(([name, value]) => [name, [value].flat().map(String)]),
      ) as Readonly<Record<string, readonly string[]>>,
      body: example.value,
      /** Distinguishes the errors of one status: the reason, or the type of the first detail. */
      reason: reasonOf(example.value as ErrorBody),
    }
  })
}

interface ErrorBody {
  readonly details?: readonly { readonly '@type': string; readonly reason?: string }[]
}

function reasonOf({ details = [] }: ErrorBody): string {
  return details.find(({ reason }) => reason)?.reason ?? details[0]?.['@type'].split('.').at(-1) ?? ''
}
