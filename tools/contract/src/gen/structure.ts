import { hash } from 'node:crypto'

/**
 * The hash of the contract without its descriptions and summaries. Turbo takes it as the input of what does not show them,
 * so a changed description runs no test of a server or a client again.
 */
export function structure(json: string): string {
  const parsed = JSON.parse(json, (key, value) => (isProse(key, value) ? undefined : value))
  return `${hash('sha256', JSON.stringify(parsed))}\n`
}

/** A property of a schema may have such a name, too, and then its value is a schema. */
function isProse(key: string, value: unknown): boolean {
  return (key === 'description' || key === 'summary') && typeof value === 'string'
}
