import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LedgerPlaces, ledgerPlaces } from './ledger-places.ts'
import { type Context, everyObject, isNamed, type Rule, type Schema } from './redocly.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The origin of a part of the contract: as a whole, or by keyword. */
type Mark = string | Readonly<Record<string, string>>

interface Marked {
  readonly 'x-tn-provenance'?: Mark
}

type MarkedNode = Marked & Readonly<Record<string, unknown>>

interface Parameter extends Marked {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation extends Marked {
  readonly operationId?: string
  readonly parameters?: readonly unknown[]
  readonly responses?: Readonly<
    Record<string, Marked & { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

/** Keywords that limit values or explain them, each with the fact of the ledger that supports it, if there is one. */
const KEYWORDS: Readonly<Record<string, string | undefined>> = {
  required: 'required',
  default: 'default',
  pattern: 'pattern',
  enum: 'values',
  'x-enumDescriptions': 'meanings',
  minimum: undefined,
  maximum: undefined,
  minLength: undefined,
  maxLength: undefined,
  minItems: undefined,
  maxItems: undefined,
}

/** The proofs of a contract: its marks, and the statements of the ledger. */
interface Proof {
  /** The origins that a mark may name. */
  readonly allowed: readonly string[]
  /** The ledger's path from the root. */
  readonly ledger: string
  readonly stated: LedgerPlaces
}

/**
 * `x-tn-provenance` marks a part that the source document leaves open, and names its origin (option `allowed`). A part
 * without a mark needs a statement in the ledger (option `ledger`, a path from the root). Parts are parameters, fields,
 * named schemas, headers and responses, and each of their keywords that limits values or explains them.
 */
export const provenance: Rule = options => {
  const { allowed, ledger } = options as { allowed: readonly string[]; ledger: string }
  const proof = { allowed, ledger, stated: ledgerPlaces(resolve(root, ledger)) }
  return {
    ...everyObject((node: MarkedNode, context) => checkMark(allowed, node, context)),
    Root: (document: MarkedNode, context) => checkAccess(proof, document, context),
    Operation: (operation: Operation, context) => {
      addResponseFields(proof.stated, operation)
      checkOperation(proof, operation, context)
    },
    Header: (header: Marked, context) => {
      if (!marks(header)) report(proof, 'The header', context)
    },
    Schema: (schema: Schema & Marked, context) => checkSchema(proof, schema, context),
  }
}

function checkMark(allowed: readonly string[], node: MarkedNode, { report }: Context): void {
  const mark = node['x-tn-provenance'] ?? {}
  for (const origin of typeof mark === 'string' ? [mark] : Object.values(mark)) {
    if (!allowed.includes(origin))
      report({ message: `x-tn-provenance "${origin}" is not one of ${allowed.join(', ')} (redocly.yaml).` })
  }
  for (const part of typeof mark === 'string' ? [] : Object.keys(mark)) {
    const holder =
      part === 'descriptions' ? node.properties : (node[part] ?? (node.schema as MarkedNode)?.[part])
    if (holder === undefined) report({ message: `x-tn-provenance marks ${part}, which is not there.` })
  }
}

function checkAccess(proof: Proof, document: MarkedNode, context: Context): void {
  const isProven = marks(document, 'security') || proof.stated.get('#')?.has('security')
  if (document.security !== undefined && !isProven) report(proof, 'security', context)
}

function checkOperation(proof: Proof, operation: Operation, context: Context): void {
  const { operationId = '', parameters = [], responses = {} } = operation
  const { resolve, location } = context
  if (!marks(operation, 'description')) report(proof, `The description of ${operationId}`, context)
  for (const [index, parameter] of parameters.entries()) {
    const node = (resolve(parameter).node ?? parameter) as Parameter
    const places = [operationId, 'paged', 'every'].map(subject => `${subject}?${node.name}`)
    const keywords = { ...node.schema, ...(node.required && node.in !== 'header' ? { required: true } : {}) }
    for (const part of unproven(proof.stated, places, node, keywords))
      report(proof, part, context, location.child(['parameters', index]))
  }
  for (const [status, response] of Object.entries(responses)) {
    const node = (resolve(response).node ?? response) as Marked
    if (!marks(node) && !proof.stated.get('every')?.has(`statuses.${status}`))
      report(proof, `Response ${status}`, context, location.child(['responses', status]))
  }
}

function checkSchema(proof: Proof, schema: Schema & Marked, context: Context): void {
  const { stated } = proof
  const { location } = context
  if (!isNamed(location) || marks(schema)) return
  const name = location.pointer.slice(location.pointer.lastIndexOf('/') + 1)
  const properties = Object.entries(schema.properties ?? {})
  // The fields of an object prove its name.
  if (properties.length > 0 && !stated.has(name)) stated.set(name, new Set())
  for (const part of unproven(stated, [name], schema, schema)) report(proof, part, context)
  for (const [key, property] of properties) {
    for (const part of unproven(stated, [`${name}.${key}`], property, property))
      report(proof, part, context, location.child(['properties', key]))
  }
}

function report({ allowed, ledger }: Proof, part: string, context: Context, location = context.location) {
  const message = `${part} has no x-tn-provenance (${allowed.join(', ')}), and no statement in ${ledger} is about it.`
  context.report({ message, location })
}

/** The parts of a place without proof: the place itself, or keywords of its schema. */
function unproven(stated: LedgerPlaces, places: readonly string[], node: Marked, schema: object): string[] {
  if (marks(node)) return []
  const known = places.filter(place => stated.has(place))
  const [place = ''] = known.length > 0 ? known : places
  const facts = new Set(known.flatMap(each => [...(stated.get(each) ?? [])]))
  const keywords = Object.keys(schema).filter(keyword => {
    const fact = KEYWORDS[keyword]
    return keyword in KEYWORDS && !marks(node, keyword) && (fact === undefined || !facts.has(fact))
  })
  return [...(known.length === 0 ? [place] : []), ...keywords.map(keyword => `${keyword} of ${place}`)]
}

/** True if the mark covers the node as a whole or, if given, this part of it. */
function marks(node: Marked, part?: string): boolean {
  const mark = node['x-tn-provenance']
  return typeof mark === 'string' || (part !== undefined && mark?.[part] !== undefined)
}

/** The ledger states the fields of a response at its operation; the rule finds them in the schema of the response. */
function addResponseFields(stated: LedgerPlaces, { operationId, responses }: Operation): void {
  const name = responses?.['200']?.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
  for (const [place, facts] of [...stated]) {
    const [subject, field] = place.split('.', 2)
    if (name !== undefined && subject === operationId && !place.includes('?'))
      stated.set(`${name}.${field}`, facts)
  }
}
