import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LedgerPlaces, ledgerPlaces } from './ledger-places.ts'
import { type Context, isNamed, type Location, type Rule, type Schema } from './redocly.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where a part of the contract was taken from: as a whole, or by keyword. */
type Mark = string | Readonly<Record<string, string>>

interface Marked {
  readonly 'x-tn-provenance'?: Mark
}

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

/**
 * `x-tn-provenance` marks what the source document leaves open, with where it was taken from (option `allowed`). What
 * has no mark must be in a statement of the ledger (option `ledger`, from the root): each parameter, field, named
 * schema, header and response, and each keyword there that limits values or explains them.
 */
export const provenance: Rule = options => {
  const { allowed, ledger } = options as { allowed: readonly string[]; ledger: string }
  const stated = ledgerPlaces(resolve(root, ledger))
  const seen = new Set<string>()

  function look(
    node: (Marked & Readonly<Record<string, unknown>>) | null,
    { location, report }: Context,
  ): void {
    const mark = node?.['x-tn-provenance']
    if (node === null || mark === undefined || seen.has(location.absolutePointer)) return
    seen.add(location.absolutePointer)
    const parts = typeof mark === 'string' ? {} : mark
    for (const origin of typeof mark === 'string' ? [mark] : Object.values(mark)) {
      if (!allowed.includes(origin))
        report({ message: `x-tn-provenance "${origin}" is not one of ${allowed.join(', ')} (redocly.yaml).` })
    }
    for (const part of Object.keys(parts)) {
      const holder =
        part === 'descriptions' ? node.properties : (node[part] ?? (node.schema as typeof node)?.[part])
      if (holder === undefined) report({ message: `x-tn-provenance marks ${part}, which is not there.` })
    }
  }

  const unproven = (what: string) =>
    `${what} has no x-tn-provenance (${allowed.join(', ')}), and no statement in ${ledger} is about it.`

  return {
    any: { enter: look },
    ref: { enter: look },
    Root: (document: Marked & { readonly security?: unknown }, { report }) => {
      const isProven = marks(document, 'security') || stated.get('#')?.has('security')
      if (document.security !== undefined && !isProven) report({ message: unproven('security') })
    },
    Operation: (operation: Operation, { report, resolve, location }) => {
      const { operationId = '', parameters = [], responses = {} } = operation
      stateAnswer(stated, operation)
      if (!marks(operation, 'description')) report({ message: unproven(`The description of ${operationId}`) })
      for (const [index, parameter] of parameters.entries()) {
        const node = (resolve(parameter).node ?? parameter) as Parameter
        const places = [operationId, 'paged', 'every'].map(subject => `${subject}?${node.name}`)
        const its = { ...node.schema, ...(node.required && node.in !== 'header' ? { required: true } : {}) }
        for (const what of missing(places, node, its))
          report({ message: unproven(what), location: location.child(['parameters', index]) })
      }
      for (const [status, response] of Object.entries(responses)) {
        const node = (resolve(response).node ?? response) as Marked
        if (marks(node) || stated.get('every')?.has(`statuses.${status}`)) continue
        report({ message: unproven(`Response ${status}`), location: location.child(['responses', status]) })
      }
    },
    Header: (header: Marked, { report }) => {
      if (!marks(header)) report({ message: unproven('The header') })
    },
    Schema: (schema: Schema & Marked, { report, location }) => {
      if (!isNamed(location) || marks(schema)) return
      const name = location.pointer.slice(location.pointer.lastIndexOf('/') + 1)
      const tell = (places: readonly string[], node: Marked, its: object, at: Location) => {
        for (const what of missing(places, node, its)) report({ message: unproven(what), location: at })
      }
      const hasFields = Object.keys(schema.properties ?? {}).length > 0
      if (hasFields && !stated.has(name)) stated.set(name, new Set())
      tell([name], schema, schema, location)
      for (const [key, property] of Object.entries(schema.properties ?? {}))
        tell([`${name}.${key}`], property, property, location.child(['properties', key]))
    },
  }

  /** What is unproven at a place: the place itself, or keywords of its schema. */
  function missing(places: readonly string[], node: Marked, schema: object): string[] {
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
}

/** True if the mark covers the node as a whole or, if given, this part of it. */
function marks(node: Marked, part?: string): boolean {
  const mark = node['x-tn-provenance']
  return typeof mark === 'string' || (part !== undefined && mark?.[part] !== undefined)
}

/** The ledger states the fields of a response at its operation; the rule finds them in the schema of the response. */
function stateAnswer(stated: LedgerPlaces, { operationId, responses }: Operation): void {
  const name = responses?.['200']?.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
  for (const [place, facts] of [...stated]) {
    const [subject, field] = place.split('.', 2)
    if (name !== undefined && subject === operationId && !place.includes('?'))
      stated.set(`${name}.${field}`, facts)
  }
}
