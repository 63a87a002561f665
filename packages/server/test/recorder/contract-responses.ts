import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The head of a response, and the line of its request. */
export interface ResponseHead {
  readonly method: string
  readonly url: string
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** The parts of an OpenAPI document that describe heads of responses. */
export interface DocumentedResponses {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } }>>
}

type Responses = Readonly<Record<string, ResponseObject | Reference>>

interface Reference {
  readonly $ref: string
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean } | Reference>>
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

/** The service sends these before it knows the operation, so they belong to `default`. */
const BEFORE_OPERATIONS: ReadonlySet<number> = new Set([408, 413, 414, 415, 417, 431])

/** Headers that the contract leaves out: those of HTTP itself, and of CORS. */
const UNDECLARED =
  /^(date|connection|keep-alive|transfer-encoding|content-length|access-control-.*|timing-allow-origin)$/

const ERROR = { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } }

/** Compares statuses, headers and bodies of responses with a contract. */
export class ContractResponses {
  readonly #document: DocumentedResponses
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, coerceTypes: true })
  readonly #routes: readonly (readonly [path: RegExp, responses: Responses])[]
  readonly #validators = new Map<ResponseObject, ValidateFunction>()
  /** The texts of headers become numbers, those of bodies do not. */
  readonly #bodies = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  readonly #bodyValidators = new Map<ResponseObject, ValidateFunction>()

  constructor(document: DocumentedResponses) {
    this.#document = document
    this.#ajv.addSchema(document, 'contract')
    this.#bodies.addSchema(document, 'contract')
    this.#routes = Object.entries(document.paths).map(([path, { get }]) => [
      new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]*')}$`),
      get.responses,
    ])
  }

  /** Returns the differences between a response and the contract; none outside the contract's paths. */
  problems({ method, url, status, headers }: ResponseHead): string[] {
    const responses = this.#responsesOf(url)
    const isPreflight = method === 'OPTIONS' && status === 204
    if (responses === undefined || isPreflight) return []
    const declared = responses[status] ?? (BEFORE_OPERATIONS.has(status) ? responses.default : undefined)
    const name = `${method} ${url.slice(0, 200)}: ${status}`
    if (declared === undefined) return [`${name} is not in the contract`]
    const response = this.#resolved<ResponseObject>(declared)
    const { 'content-type': type, ...others } = headers
    const found: string[] = []
    const types = Object.keys(response.content ?? {})
    if (type === undefined ? types.length > 0 : !types.includes(type))
      found.push(`${name} must have the media type ${types.join(', ') || 'of no body'}, has ${type}`)
    const validate = this.#validatorOf(response)
    const sent = Object.entries(others).filter(([header]) => !UNDECLARED.test(header))
    if (!validate(Object.fromEntries(sent)))
      found.push(...(validate.errors ?? []).map(error => `${name}: ${told(error)}`))
    return found
  }

  /** Throws if a body is none that the contract has for its path and status. */
  requireBody(url: string, status: number, body: unknown): void {
    const responses = this.#responsesOf(url)
    const response = this.#resolved<ResponseObject>(responses?.[status] ?? responses?.default ?? ERROR)
    const schema = response.content?.['application/json']?.schema ?? false
    const validate = this.#bodyValidators.get(response) ?? this.#bodies.compile(inContract(schema))
    this.#bodyValidators.set(response, validate)
    if (validate(body)) return
    const errors = this.#bodies.errorsText(validate.errors)
    throw new Error(
      `${status} of ${url} breaks the contract: ${errors}\n${JSON.stringify(body).slice(0, 2000)}`,
    )
  }

  #responsesOf(url: string): Responses | undefined {
    return this.#routes.find(([path]) => path.test(url.split('?', 1)[0] ?? ''))?.[1]
  }

  /** The validator of a response's headers, as an object by name in lower case. */
  #validatorOf(response: ResponseObject): ValidateFunction {
    const known = this.#validators.get(response)
    if (known) return known
    const headers = Object.entries(response.headers ?? {}).map(
      ([name, header]) =>
        [name.toLowerCase(), this.#resolved<{ required?: boolean; schema: object }>(header)] as const,
    )
    const validate = this.#ajv.compile({
      type: 'object',
      properties: Object.fromEntries(headers.map(([name, { schema }]) => [name, inContract(schema)])),
      required: headers.filter(([, { required }]) => required).map(([name]) => name),
      additionalProperties: false,
    })
    this.#validators.set(response, validate)
    return validate
  }

  #resolved<Object>(value: object): Object {
    if (!('$ref' in value)) return value as Object
    const keys = String(value.$ref).split('/').slice(1)
    const target = keys.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.#document,
    )
    return this.#resolved(target as object)
  }
}

/** A schema whose references lead into the contract. */
function inContract(schema: object | false): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/'))
}

function told({ instancePath, message, params }: NonNullable<ValidateFunction['errors']>[number]): string {
  return `header ${instancePath.slice(1)} ${message} ${JSON.stringify(params)}`.replace('  ', ' ')
}
