import { enumOf } from '../contract/document.ts'
import { type Field, fieldsOf, recordSchema } from '../contract/fields.ts'
import type { Operation } from '../contract/operations.ts'
import { declaredHeaders } from '../contract/responses.ts'
import type { Json } from '../json.ts'
import { FIXED_FIELDS } from '../meaning/record-rules.ts'
import type { Exchange } from '../service/exchange.ts'

/** How many of something there are, how many were seen, and the names of those never seen. */
export interface Seen {
  readonly seen: number
  readonly of: number
  readonly missing: readonly string[]
}

/** What was seen of one operation. */
export interface OperationCoverage {
  readonly operation: string
  readonly fields: Seen
  /** Values of enums, each as `field=NAME`. */
  readonly enumValues: Seen
  /** Response headers, each as `status name`. */
  readonly headers: Seen
  /** Parameters in pairs and triples of which some request showed the effect. */
  readonly combinations: Seen
}

/** A field has to vary among so many records, or nothing is known about it. */
const MIN_RECORDS = 3

interface OperationNotes {
  combinations: Seen
  readonly features: Set<string>
  readonly headers: Set<string>
  /** Per field: its first value, and whether another one was seen. */
  readonly values: Map<string, { readonly first: string; records: number; varies: boolean }>
}

/** The parts of the contract that the responses of a run have shown. */
export class Coverage {
  readonly #notes = new Map<string, OperationNotes>()

  noteFeatures(operation: Operation, features: readonly string[], record: Json): void {
    const { features: known, values } = this.#of(operation)
    for (const feature of features) known.add(feature)
    for (const [path, text] of leaves(record)) {
      const value = values.get(path)
      if (!value) values.set(path, { first: text, records: 1, varies: false })
      else {
        value.records += 1
        value.varies ||= value.first !== text
      }
    }
  }

  noteHeaders(operation: Operation, { status, headers }: Exchange): void {
    const { headers: known } = this.#of(operation)
    for (const name of Object.keys(declaredHeaders(operation, status))) {
      if (headers.has(name)) known.add(`${status} ${name}`)
    }
  }

  noteCombinations(operation: Operation, of: number, missing: readonly string[]): void {
    this.#of(operation).combinations = { seen: of - missing.length, of, missing }
  }

  /** The fields that no record has, and those that have the same value in all of many records. */
  unproven(operation: Operation): string[] {
    const { values } = this.#of(operation)
    const required = operation.parameters.filter(parameter => parameter.required)
    const fixed = new Set([...FIXED_FIELDS, ...required.map(({ name }) => name)])
    return fieldsOf(recordSchema(operation)).flatMap(({ path, schema }) => {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('.'))).replace(/\[\]$/, '')
      if (parent !== '' && !this.#has(operation, parent)) return []
      if (!this.#has(operation, path)) return [`no record has ${path}`]
      const value = values.get(path)
      if (schema.properties || schema.items || fixed.has(path) || !value) return []
      return value.varies || value.records < MIN_RECORDS ? [] : [`${path} is ${value.first} in every record`]
    })
  }

  of(operation: Operation): OperationCoverage {
    const { features, headers, combinations } = this.#of(operation)
    const fields = fieldsOf(recordSchema(operation))
    const names = fields.flatMap(({ path, schema }) =>
      (enumOf(schema) ?? []).filter(name => !name.endsWith('_UNSPECIFIED')).map(name => `${path}=${name}`),
    )
    const declared = Object.keys(operation.responses)
      .filter(status => status !== 'default')
      .flatMap(status =>
        Object.keys(declaredHeaders(operation, Number(status))).map(name => `${status} ${name}`),
      )
    return {
      operation: operation.id,
      fields: counted(
        fields.map(({ path }) => path),
        path => this.#has(operation, path),
      ),
      enumValues: counted(names, name => features.has(name)),
      headers: counted(declared, name => headers.has(name)),
      combinations,
    }
  }

  #has(operation: Operation, path: Field['path']): boolean {
    const { features } = this.#of(operation)
    return features.has(path) || [...features].some(feature => feature.startsWith(`${path}=`))
  }

  #of({ id }: Operation): OperationNotes {
    const combinations = { seen: 0, of: 0, missing: [] }
    const fresh = { features: new Set<string>(), headers: new Set<string>(), values: new Map(), combinations }
    const notes: OperationNotes = this.#notes.get(id) ?? fresh
    this.#notes.set(id, notes)
    return notes
  }
}

function counted(names: readonly string[], isSeen: (name: string) => boolean): Seen {
  const missing = names.filter(name => !isSeen(name))
  return { seen: names.length - missing.length, of: names.length, missing }
}

/** The values of a record that are not objects, with their paths; an array's items share a path. */
function* leaves(value: Json, path = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [path, JSON.stringify(value)]
  else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) yield* leaves(item, `${path}[]`)
  } else {
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== undefined) yield* leaves(inner as Json, path === '' ? name : `${path}.${name}`)
    }
  }
}
