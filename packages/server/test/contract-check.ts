import { createRequire } from 'node:module'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      { get: { operationId: string; responses: Record<string, { $ref?: string; content?: unknown }> } }
    >
  >
}

const contract = createRequire(import.meta.url)('@trading-network/spec/openapi.json') as OpenApi & object

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(contract, 'contract')

const routes = Object.entries(contract.paths).map(([path, { get }]) => ({
  matches: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  pointer: `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
  operation: get,
}))

/** Throws if a response violates the contract of its operation and status. */
export function validateAnswer(url: string, status: number, body: unknown): void {
  const path = url.split('?')[0] as string
  const route = routes.find(({ matches }) => matches.test(path))
  const schema = status === 200 && route ? answerSchema(route) : 'contract#/components/schemas/ErrorBody'
  const validate = ajv.getSchema(schema) as ValidateFunction
  if (!validate) throw new Error(`the contract has no schema at ${schema}`)
  if (!validate(body)) {
    throw new Error(
      `${status} of ${url} breaks the contract: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 2000)}`,
    )
  }
}

function answerSchema({ operation, pointer }: (typeof routes)[number]): string {
  const response = operation.responses['200']
  const place = response?.$ref ?? `${pointer}/200`
  return `contract${place}/content/application~1json/schema`
}
