import { bodySchema, fieldsOf } from '../contract/fields.ts'
import type { Operation, Parameter } from '../contract/operations.ts'
import { fieldsIn, type Json } from '../json.ts'

const MAX_PER_NAME = 500

/** The values in responses, by the name of their schema and of their field. */
export class Values {
  readonly #found = new Map<string, Set<string>>()

  /** Records the values in a 200 response of the operation. */
  note(operation: Operation, body: Json): void {
    const schemas = new Map(fieldsOf(bodySchema(operation)).map(({ path, schemaName }) => [path, schemaName]))
    for (const [path, value] of fieldsIn(body)) {
      if (typeof value !== 'string' || !schemas.has(path)) continue
      this.#add(schemas.get(path), value)
      this.#add(path.slice(path.lastIndexOf('.') + 1), value)
    }
  }

  /** Values to try for a parameter: those of its schema, of its name, and for a resource every id. */
  candidates({ name, schema = name }: Parameter): string[] {
    const kinds = schema === 'ResourceId' ? ['AssetId', 'ResourceId', 'OrderId', 'id'] : [schema, name]
    return this.of(...kinds)
  }

  /** Values of these schemas, or of fields with these names. */
  of(...kinds: readonly string[]): string[] {
    return [...new Set(kinds.flatMap(kind => [...(this.#found.get(kind) ?? [])]))]
  }

  #add(kind = '', value: string): void {
    const values = this.#found.get(kind) ?? new Set()
    this.#found.set(kind, values)
    if (value !== '' && values.size < MAX_PER_NAME) values.add(value)
  }
}
