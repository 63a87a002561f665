import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type Context, isNamed, type Rule, type Schema } from './redocly.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Marked {
  readonly 'x-tn-provenance'?: string
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: readonly unknown[]
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>
  >
}

interface Statement {
  readonly at: readonly string[]
  readonly expect?: { readonly fields?: readonly string[]; readonly answer?: readonly string[] }
}

/**
 * `x-tn-provenance` marks what the source document leaves open, with where it was taken from (option `allowed`). A
 * parameter or a property without the mark must be one that a statement of the ledger (option `ledger`, from the root)
 * is about, so that every unmarked part comes from the source document.
 */
export const provenance: Rule = options => {
  const { allowed, ledger } = options as { allowed: readonly string[]; ledger: string }
  const stated = statedPlaces(resolve(root, ledger))
  const seen = new Set<string>()

  function look(node: Marked | null, { location, report }: Context): void {
    const mark = node?.['x-tn-provenance']
    if (mark === undefined || seen.has(location.absolutePointer)) return
    seen.add(location.absolutePointer)
    if (allowed.includes(mark)) return
    report({ message: `x-tn-provenance "${mark}" is not one of ${allowed.join(', ')} (redocly.yaml).` })
  }

  const unproven = (what: string) =>
    `${what} has no x-tn-provenance (${allowed.join(', ')}), and no statement in ${ledger} is about it.`

  return {
    any: { enter: look },
    ref: { enter: look },
    Operation: (
      { operationId = '', parameters = [], responses }: Operation,
      { report, resolve, location },
    ) => {
      const answer = responses?.['200']?.content?.['application/json']?.schema?.$ref?.split('/').at(-1)
      for (const place of [...stated]) {
        const [subject, field] = place.split('.', 2)
        if (subject === operationId && !place.includes('?')) stated.add(`${answer}.${field}`)
      }
      for (const [index, parameter] of parameters.entries()) {
        const node = (resolve(parameter).node ?? parameter) as Marked & { name?: string }
        const places = [operationId, 'paged', 'every'].map(subject => `${subject}?${node.name}`)
        if (node['x-tn-provenance'] !== undefined || places.some(place => stated.has(place))) continue
        report({ message: unproven(places[0] as string), location: location.child(['parameters', index]) })
      }
    },
    Schema: (schema: Schema & Marked, { report, location }) => {
      if (!isNamed(location) || schema['x-tn-provenance'] !== undefined) return
      const name = location.pointer.slice(location.pointer.lastIndexOf('/') + 1)
      for (const [key, property] of Object.entries(schema.properties ?? {})) {
        if ((property as Marked)['x-tn-provenance'] !== undefined || stated.has(`${name}.${key}`)) continue
        report({ message: unproven(`${name}.${key}`), location: location.child(['properties', key]) })
      }
    },
  }
}

/** Parameters (`listAccounts?filter.assetId`) and properties (`Account.balance`) that the source document states. */
function statedPlaces(file: string): Set<string> {
  const places = new Set<string>()
  for (const { at, expect } of parse(readFileSync(file, 'utf8')) as Statement[]) {
    for (const place of at) {
      places.add(place)
      for (const field of expect?.fields ?? []) places.add(`${place}.${field}`)
      for (const field of expect?.answer ?? []) places.add(`${place}.${field}`)
    }
  }
  return places
}
