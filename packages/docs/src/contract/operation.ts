import { deprecationOf } from './deprecation.ts'
import {
  type Contract,
  type HeaderObject,
  nameOf,
  type OperationObject,
  type ParameterObject,
  pageField,
  type ResponseObject,
  resolve,
} from './document.ts'
import { type ErrorCase, type Example, errorCasesOf, examplesOf, JSON_TYPE } from './examples.ts'
import { marksOf } from './provenance.ts'
import { describe, type Value } from './value.ts'

/** A parameter of an operation, with the contents of its row on the page. */
export interface Parameter extends Value {
  readonly name: string
  readonly place: 'path' | 'query' | 'header'
  readonly required: boolean
  /** The text for a query or a path; a list has one text per element. */
  readonly example: readonly string[]
}

export interface Header extends Value {
  readonly name: string
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
  /** The names of the headers of all its responses, errors too. */
  readonly responseHeaders: readonly string[]
  readonly examples: readonly Example[]
  /** Responses without a body, such as 304. */
  readonly withoutBody: readonly { readonly status: string; readonly description: string }[]
  readonly errors: readonly ErrorCase[]
}

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
    responseHeaders: responses.flatMap(([, { headers = {} }]) => Object.keys(headers)),
    examples: examplesOf(contract, success),
    withoutBody: responses.flatMap(([status, { content, description }]) =>
      content === undefined ? [{ status, description }] : [],
    ),
    errors: responses
      .filter(([status]) => status !== '200')
      .flatMap(([, response]) => errorCasesOf(contract, response))
      .sort((one, other) => one.status - other.status),
  }
}

/** How filters combine, in words. */
export function filterRule({ queryParameters }: Operation): string {
  const optional = queryParameters.every(({ required }) => !required) ? 'All optional. ' : ''
  return `${optional}A record must match every filter, and one of the values of a list.`
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
