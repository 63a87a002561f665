import { at, type Node, nameOf, type Operation, operations, resolved } from './contract-document.ts'

/**
 * The facts of a place of the contract, by the names that `expect` uses in spec/ledger.yaml. A place has only the facts
 * that apply to it.
 */
export type Facts = Readonly<Record<string, unknown>>

/**
 * The facts of every place that an address of the ledger stands for: `listAccounts`, `listAccounts?filter.assetId`,
 * `Account`, `Account.balance`, `every`, `paged`, `paged?pagination.first`, or a JSON pointer `#/...`, whose facts are
 * the node itself.
 *
 * @throws Error when there is no such place.
 */
export function factsAt(address: string): readonly Facts[] {
  if (address.startsWith('#')) return [at(address) as Node]
  const [subject = '', parameter] = address.split('?')
  const chosen = operations.filter(
    ({ operationId, page }) =>
      subject === 'every' || operationId === subject || (subject === 'paged' && page !== undefined),
  )
  if (chosen.length === 0) return [ofSchemaOrProperty(subject)]
  return chosen.map(operation => (parameter ? ofParameter(operation, parameter) : ofOperation(operation)))
}

function ofOperation(operation: Operation): Facts {
  const { method, path, parameters, requestBody } = operation
  const responses = Object.entries(operation.responses as Node).map(([status, node]) => ({
    status,
    ...resolved(node),
  }))
  const bodies = responses.map(response =>
    Object.entries(((response as Node).content ?? {}) as Record<string, Node>),
  )
  return {
    method,
    path,
    prefix: path.slice(0, '/api/v2/'.length),
    parameters: parameters.filter(isDocumented).map(({ name }) => name),
    takesBody: requestBody !== undefined,
    statuses: Object.fromEntries(responses.map(({ status }) => [status, true])),
    mediaTypes: [...new Set(bodies.flat().map(([type]) => type))],
    page: operation.page,
    answer: Object.keys(resolved(bodies[0]?.[0]?.[1].schema).properties as Node),
    errors: [...new Set(bodies.slice(1).flatMap(([body]) => nameOf(body?.[1].schema) ?? []))],
  }
}

function ofParameter({ operationId, parameters }: Operation, name: string): Facts {
  const parameter = parameters.find(candidate => candidate.name === name)
  if (!parameter) throw new Error(`${operationId} has no parameter ${name}`)
  return { in: parameter.in, required: parameter.required ?? false, ...ofSchema(parameter.schema) }
}

function ofSchemaOrProperty(address: string): Facts {
  const [schema, property] = address.split('.', 2)
  const pointer = `#/components/schemas/${schema}`
  if (property === undefined) return ofSchema(at(pointer))
  const always = ((at(pointer) as Node).required as string[]).includes(property)
  return { always, ...ofSchema(at(`${pointer}/properties/${property}`)) }
}

function ofSchema(place: unknown): Facts {
  // An open enum is `anyOf` the enum and any string. The facts are those of the enum.
  const [known] = (resolved(place).anyOf ?? []) as unknown[]
  const node = known ?? place
  const schema = resolved(node)
  const { type, format, contentEncoding, pattern, default: preset, properties, items, required } = schema
  return {
    type,
    format,
    contentEncoding,
    pattern,
    default: preset,
    unit: schema['x-tn-unit'],
    scaledBy: schema['x-tn-scaled-by'],
    schema: nameOf(node),
    items: nameOf(items),
    values: schema.enum,
    meanings: schema['x-enumDescriptions'] !== undefined,
    unset: unsetOf(schema['x-enumDescriptions'] as Node | undefined),
    fields: properties && documentedFields(properties as Node),
    ...(properties ? { required } : {}),
  }
}

/** The source document makes no statement about an addition of ours. */
function isDocumented(node: Node): boolean {
  return node['x-tn-provenance'] !== 'kit-decision'
}

function documentedFields(properties: Node): string[] {
  return Object.keys(properties).filter(name => isDocumented(properties[name] as Node))
}

/** The one enum value whose meaning says that it is the default, which a message has that sets none. */
function unsetOf(meanings: Node | undefined): string | undefined {
  const found = Object.entries(meanings ?? {}).filter(([, meaning]) =>
    /(\bthe default|It is the value of a message that sets no \w+)\.$/.test(meaning as string),
  )
  return found.length === 1 ? found[0]![0] : undefined
}
