import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { compareFiles } from '../src/compare.ts'
import { escapePointer, unescapePointer } from '../src/load/addresses.ts'
import { load } from '../src/load/files.ts'
import { asObject, type Json, type JsonObject, ownMember } from '../src/load/json.ts'
import type { Change } from '../src/report.ts'

/** Documents that we did not write, from packages under the MIT licence. */
const pairs = [
  ['rclone', 'rclone-openapi-before/openapi.json', 'rclone-openapi/openapi.json'],
  ['blockfrost', 'blockfrost-openapi-before/openapi.yaml', '@blockfrost/openapi/openapi.yaml'],
] as const

const pathOf = (file: string) => fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url))

describe.each(pairs)('%s', (name, before, after) => {
  // A person read each expected line, and looked the change up in both documents.
  it('has the changes that a person found right', async () => {
    const { changes } = await compareFiles(pathOf(before), pathOf(after))
    const seen = changes.filter(({ class: verdict }) => verdict !== 'documentation')
    const lines = seen.map(
      ({ class: verdict, surface, message, operations, location }) =>
        `${verdict} (${surface}): ${message} [${operations[0] ?? location}${operations.length > 1 ? `, ${operations.length - 1} more` : ''}]`,
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`strangers/${name}.txt`)
  })

  it('has witnesses that another validator confirms', async () => {
    const [base, revision] = [await load(pathOf(before)), await load(pathOf(after))]
    const { changes } = await compareFiles(pathOf(before), pathOf(after))
    const [old, young] = [bodies(base.root), bodies(revision.root)]
    const proven = changes.filter(({ witness }) => witness?.value !== undefined)
    expect(proven.length).toBeGreaterThan(2)
    for (const change of proven) {
      const [sender, receiver] = change.witness?.kind === 'response' ? [young, old] : [old, young]
      expect(sender(change), change.message).toBe(true)
      expect(receiver(change), change.message).toBe(false)
    }
  })
})

/** Validates the witness of a change by the plain schema of the body in a document. */
function bodies(root: JsonObject): (change: Change) => boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(root, 'document')
  return ({ witness, location }) => {
    const [, method = '', path = '', status] = /^(\S+) (\S+)(?: → (\d+))?/.exec(witness?.text ?? '') ?? []
    const [, media = ''] = /(\S+\/\S+):/.exec(location) ?? []
    const body = status === undefined ? ['requestBody'] : ['responses', status]
    const steps = ['paths', path, method.toLowerCase(), ...body, 'content', media, 'schema']
    const pointer = steps.reduce((at, step) => `${target(root, at)}/${escapePointer(step)}`, '')
    return ajv.validate({ $ref: `document#${encodeURI(pointer)}` }, witness?.value as Json)
  }
}

/** The pointer of the target, for a pointer to a reference within the document. */
function target(root: JsonObject, pointer: string): string {
  const segments = pointer.split('/').slice(1).map(unescapePointer)
  const { $ref } = asObject(segments.reduce<Json | undefined>(ownMember, root))
  return typeof $ref === 'string' ? $ref.slice(1) : pointer
}
