import { Converter } from '@apiture/openapi-down-convert'

/**
 * Converts the edition for OpenAPI 3.0 (`spec/overlays/3.0.yaml`) to that version, in which a `$ref` stands alone.
 *
 * @param json the bundle of that edition, OpenAPI 3.1
 */
export function openapi30(json: string): string {
  const edition = JSON.parse(json, (_, value) =>
    typeof value?.$ref === 'string' ? { $ref: value.$ref } : value,
  )
  return `${JSON.stringify(new Converter(edition).convert(), null, 2)}\n`
}
