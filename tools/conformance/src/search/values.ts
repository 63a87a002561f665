import { follow, type Schema } from '../contract/document.ts'
import { bodySchema } from '../contract/fields.ts'
import type { Operation, Parameter } from '../contract/operations.ts'
import type { Json } from '../json.ts'

const MAX_PER_NAME = 500

/** The values in responses, by the name of their schema and of their field. */
export class Values {
  readonly #found = new Map<string, Set<string>>()

  /** Records the values in a 200 response of the operation. */
  note(operation: Operation, body: Json | undefined): void {
    this.#read(bodySchema(operation), body)
  }

  /** Values to try for a parameter: those of its schema, of its name, and for a resource every id. */
  candidates({ schema = '', name }: Parameter): string[] {
    const kinds = schema === 'ResourceId' ? ['AssetId', 'ResourceId', 'OrderId', 'id'] : [schema, name]
    return this.of(...kinds)
  }

  /** Values of these schemas, or of fields with these names. */
  of(...kinds: readonly string[]): string[] {
    return [...new Set(kinds.flatMap(kind => [...(this.#found.get(kind) ?? [])]))]
  }

  #read(declared: Schema, value: Json | undefined, field?: string): void {
    const { value: schema, name } = follow(declared)
    if (typeof value === 'string') {
      // A field that may be empty holds the same ids: OptionalMarketId is a MarketId or "".
      if (name !== undefined) this.#add(name.replace(/^Optional/, ''), value)
      if (field !== undefined) this.#add(field, value)
    } else if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) this.#read(schema.items ?? {}, item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const property = schema.properties?.[key]
        if (property) this.#read(property, inner, key)
      }
    }
  }

  #add(kind: string, value: string): void {
    const values = this.#found.get(kind) ?? new Set()
    this.#found.set(kind, values)
    if (value !== '' && values.size < MAX_PER_NAME) values.add(value)
  }
}
