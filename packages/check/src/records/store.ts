import { hash } from 'node:crypto'
import { type Operation, type Parameter, recordFields } from '../contract/operations.ts'
import { fieldsIn, type Json, textAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { identityOf } from './lists.ts'
import { edgesOf, recordsOf } from './page.ts'

const MAX_PER_NAME = 500

/** A field must vary among so many records; with fewer records the check cannot tell. */
const MIN_RECORDS = 3

/** Fields that have the same value in every record of any network. */
const FIXED_FIELDS = ['pending.status']

/** The values of all records that a service has shown. */
export class Store {
  /** Values by the name of their schema and of their field. */
  readonly #values = new Map<string, Set<string>>()
  readonly #fields = new Map<string, { readonly first: string; records: number; varies: boolean }>()
  /** Hashes of the records that were noted. */
  readonly #known = new Set<string>()
  /** Identity of the row of each cursor that was seen. */
  readonly rows = new Map<string, string>()
  /** One row's cursor of each list that has records. */
  readonly cursors = new Map<string, string>()
  /** Referral set to the party that refers in it, as far as found: records do not show it. */
  readonly referrers = new Map<string, string>()

  /** Notes the records of a response. */
  note(exchange: Exchange): void {
    const { operation, params } = exchange.request
    const records = recordsOf(exchange)
    for (const record of records) this.#noteRecord(operation, record)
    const edges = edgesOf(exchange)
    for (const { cursor, node } of edges) this.rows.set(cursor, identityOf(operation, node))
    if (edges[0] && !this.cursors.has(operation.id)) this.cursors.set(operation.id, edges[0].cursor)
    const set = textAt(records[0], 'referralSetId')
    if (typeof params.referrer === 'string' && params.referralSetId === undefined && set !== undefined)
      this.referrers.set(set, params.referrer)
  }

  /** Values to try for a parameter: those of its schema, of its name, and for a resource every id. */
  candidates({ name, schema: { named = name } }: Parameter): string[] {
    return named === 'ResourceId' ? this.of('AssetId', 'ResourceId', 'OrderId', 'id') : this.of(named, name)
  }

  /** Values of these schemas, or of fields with these names. */
  of(...kinds: readonly string[]): string[] {
    return [...new Set(kinds.flatMap(kind => [...(this.#values.get(kind) ?? [])]))]
  }

  /** A sentence for each field that no record has, or that has the same value in all of many records. */
  unproven(operation: Operation): string[] {
    const { id, parameters } = operation
    const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
    return [...(recordFields.get(id) ?? [])].flatMap(([path, schema]) => {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('.'))).replace(/\[\]$/, '')
      if (parent !== '' && !this.#fields.has(`${id} ${parent}`)) return []
      const seen = this.#fields.get(`${id} ${path}`)
      if (!seen) return [`no record has ${path}`]
      if (schema.properties || schema.items || [...FIXED_FIELDS, ...required].includes(path)) return []
      return seen.varies || seen.records < MIN_RECORDS ? [] : [`${path} is ${seen.first} in every record`]
    })
  }

  #noteRecord(operation: Operation, record: Json): void {
    const digest = hash('sha1', operation.id + JSON.stringify(record))
    if (this.#known.has(digest)) return
    this.#known.add(digest)
    const schemas = recordFields.get(operation.id)
    for (const [path, value] of fieldsIn(record)) {
      const text = JSON.stringify(value)
      const key = `${operation.id} ${path}`
      const seen = this.#fields.get(key) ?? { first: text, records: 0, varies: false }
      this.#fields.set(key, seen)
      seen.records += 1
      seen.varies ||= seen.first !== text
      if (typeof value !== 'string' || value === '' || !schemas?.has(path)) continue
      const kinds = [schemas.get(path)?.named, path.slice(path.lastIndexOf('.') + 1)]
      for (const kind of kinds.filter(each => each !== undefined)) {
        const values = this.#values.get(kind) ?? new Set()
        this.#values.set(kind, values)
        if (values.size < MAX_PER_NAME) values.add(value)
      }
    }
  }
}
