import { fieldsOf, recordSchema } from '../contract/fields.ts'
import type { Operation } from '../contract/operations.ts'
import { fieldsIn, type Json } from '../json.ts'
import { FIXED_FIELDS } from '../meaning/record-rules.ts'

/** A field must vary among so many records; with fewer records the check cannot tell. */
const MIN_RECORDS = 3

interface Seen {
  readonly first: string
  records: number
  varies: boolean
}

/** The fields of all records of a run. A field that is always the same may be made up. */
export class FieldsSeen {
  readonly #fields = new Map<string, Seen>()

  note({ id }: Operation, record: Json): void {
    for (const [path, value] of fieldsIn(record)) {
      const key = `${id} ${path}`
      const text = JSON.stringify(value)
      const seen = this.#fields.get(key) ?? { first: text, records: 0, varies: false }
      this.#fields.set(key, seen)
      seen.records += 1
      seen.varies ||= seen.first !== text
    }
  }

  /** A sentence for each field that no record has, or that has the same value in all of many records. */
  unproven(operation: Operation): string[] {
    const { id, parameters } = operation
    const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
    return fieldsOf(recordSchema(operation)).flatMap(({ path, schema }) => {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf('.'))).replace(/\[\]$/, '')
      if (parent !== '' && !this.#fields.has(`${id} ${parent}`)) return []
      const seen = this.#fields.get(`${id} ${path}`)
      if (!seen) return [`no record has ${path}`]
      if (schema.properties || schema.items || [...FIXED_FIELDS, ...required].includes(path)) return []
      return seen.varies || seen.records < MIN_RECORDS ? [] : [`${path} is ${seen.first} in every record`]
    })
  }
}
