import { deprecationOf } from './deprecation.ts'
import {
  type Contract,
  type ExampleObject,
  type HeaderObject,
  type LinkObject,
  nameOf,
  type OperationObject,
  type ParameterObject,
  pageField,
  type ResponseObject,
  resolve,
} from './document.ts'
import { marksOf } from './provenance.ts'
import { describe, type Value } from './value.ts'

/** A parameter of an operation, with everything that its row on the page says. */
export interface Parameter extends Value {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly required: boolean
  /** As it is typed into a query or a path; a list holds one text per element. */
  readonly example: readonly string[]
}

export interface Header extends Value {
  readonly name: string
}

/** A request that continues a response: the next page, or an operation about one of its records. */
export interface Link {
  readonly name: string
  readonly operationId: string
  readonly description: string
  /** Where each parameter has its value, such as `order.partyId`; from the request itself, the parameter's name. */
  readonly parameters: readonly { readonly name: string; readonly source: string; readonly isSame: boolean }[]
}

/** A way for a request to fail. */
export interface ErrorCase {
  readonly status: number
  readonly summary: string
  /** About the status, in every case of it. */
  readonly description: string
  /** What tells it from others with the same status: the reason, or the kind of its first detail. */
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
  /** Path and query, ready to be put behind a base URL. */
  readonly target: string
  /** The values of the request by parameter: one, or one per element of a list. */
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly body: unknown
}

export interface Operation {
  readonly id: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly deprecation?: string
  /** The parameters of each place are in the contract's order. */
  readonly pathParameters: readonly Parameter[]
  readonly queryParameters: readonly Parameter[]
  readonly requestHeaders: readonly Parameter[]
  readonly answer: string
  readonly answerDescription: string
  /** The fields of the response; `page` is the one with the records. */
  readonly fields: readonly string[]
  readonly page?: string | undefined
  readonly headers: readonly Header[]
  readonly examples: readonly Example[]
  readonly links: readonly Link[]
  /** Responses without a body, such as 304. */
  readonly withoutBody: readonly { readonly status: string; readonly description: string }[]
  readonly errors: readonly ErrorCase[]
}

const JSON_TYPE = 'application/json'

/** The operations in the contract's order. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).map(([path, { get }]) => operationOf(contract, path, get))
}

function operationOf(contract: Contract, path: string, operation: OperationObject): Operation {
  const parameters = operation.parameters.map(parameter => parameterOf(contract, parameter))
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve<ResponseObject>(contract, response)] as const,
  )
  const success = responses.find(([status]) => status === '200')?.[1]
  const content = success?.content?.[JSON_TYPE]
  if (!success || !content?.schema.$ref) throw new Error(`${operation.operationId} has no named answer`)
  return {
    id: operation.operationId,
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    description: operation.description,
    ...deprecationOf(operation),
    pathParameters: parameters.filter(({ place }) => place === 'path'),
    queryParameters: parameters.filter(({ place }) => place === 'query'),
    requestHeaders: parameters.filter(({ place }) => place === 'header'),
    answer: nameOf(content.schema.$ref),
    answerDescription: success.description,
    fields: describe(contract, content.schema).fields.map(([name]) => name),
    page: pageField(operation),
    headers: Object.entries(success.headers ?? {}).map(([name, header]) => {
      const whole = resolve<HeaderObject>(contract, header)
      const value = describe(contract, whole.schema)
      return { ...value, name, description: whole.description, marks: marksOf(whole) }
    }),
    examples: examplesOf(contract, success).map(([name, example]) => ({
      name,
      summary: example.summary,
      target: targetOf(path, example),
      values: valuesOf(example),
      body: example.value,
    })),
    links: Object.entries(success.links ?? {}).map(([name, link]) => linkOf(name, link)),
    withoutBody: responses.flatMap(([status, { content, description }]) =>
      content === undefined ? [{ status, description }] : [],
    ),
    errors: responses
      .filter(([status]) => status !== '200')
      .flatMap(([, response]) =>
        examplesOf(contract, response).map(([, example]) => ({
          status: example['x-tn-response'].status,
          summary: example.summary.replace(/^\d+: /, ''),
          description: response.description,
          reason: reasonOf(example.value as ErrorBody),
          body: example.value,
        })),
      )
      .sort((one, other) => one.status - other.status),
  }
}

function reasonOf({ details }: ErrorBody): string {
  return details.find(({ reason }) => reason)?.reason ?? details[0]?.['@type'].split('.').at(-1) ?? ''
}

/** How filters combine, in words. */
export function filterRule({ queryParameters }: Operation): string {
  const optional = queryParameters.every(({ required }) => !required) ? 'All optional. ' : ''
  return `${optional}A record must match every filter, and one of the values of a list.`
}

function linkOf(name: string, { operationId, description, parameters }: LinkObject): Link {
  return {
    name,
    operationId,
    description,
    parameters: Object.entries(parameters).map(([parameter, expression]) => ({
      name: parameter,
      source: expression
        .replace(/^\$response\.body#\/|^\$request\.\w+\./, '')
        .replace(/\/(\d+)/g, '[$1]')
        .replaceAll('/', '.'),
      isSame: expression.startsWith('$request.'),
    })),
  }
}

function parameterOf(contract: Contract, reference: OperationObject['parameters'][number]): Parameter {
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
    ...deprecationOf(parameter),
  }
}

function examplesOf(contract: Contract, response: ResponseObject): [string, ExampleObject][] {
  return Object.entries(response.content?.[JSON_TYPE]?.examples ?? {}).map(([name, example]) => [
    name,
    resolve<ExampleObject>(contract, example),
  ])
}

function targetOf(
  path: string,
  { 'x-tn-request': { path: inPath = {}, query = {} } }: ExampleObject,
): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) search.append(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

function valuesOf({ 'x-tn-request': { path = {}, query = {} } }: ExampleObject): Example['values'] {
  const values = Object.entries({ ...path, ...query })
  return Object.fromEntries(values.map(([name, value]) => [name, [value].flat().map(String)]))
}
