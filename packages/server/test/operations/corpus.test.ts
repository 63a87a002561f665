import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { corpus, type Example } from '@trading-network/test/corpus'
import { StrictReader } from '@trading-network/test/strict-reader'
import { describe, expect, it } from 'vitest'
import { SampleNetwork } from '../../src/commands/sample/sample-network.ts'
import { operations } from '../../src/network/open-network.ts'
import { blockNotReached, internal, problemBody, unavailable } from '../../src/responses/problem.ts'
import { running } from '../running.ts'

function pathOf({ 'x-tn-request': { operationId, path = {}, query = {} } }: Example): string {
  const template = operations.find(operation => operation.operationId === operationId)?.path ?? ''
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  )
  return `${template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')}?${search}`
}

const EXAMPLES = fileURLToPath(new URL('../../../../spec/examples', import.meta.url))
const CURSORS = new Set(['cursor', 'startCursor', 'endCursor'])

function withoutCursors(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (CURSORS.has(key) ? typeof inner : inner)))
}

/** All cursors in a value, in its order; '' in an empty page is none. */
function cursorsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    return CURSORS.has(key) ? [inner as string].filter(Boolean) : cursorsOf(inner)
  })
}

/** The text of an example's file, with the cursors of the server's response. */
function withCursors(file: string, body: unknown): string {
  const cursors = cursorsOf(body)
  const written = new RegExp(`("(?:${[...CURSORS].join('|')})": )"[^"]+"`, 'g')
  return readFileSync(file, 'utf8').replace(written, (_, key: string) => `${key}"${cursors.shift()}"`)
}

const server = await running([...new SampleNetwork().past()].flat())

describe('the corpus of examples, on the sample network', () => {
  const answers = Object.entries(corpus).filter(([name]) => !name.startsWith('error-'))
  const pages = answers.filter(([, { value }]) => cursorsOf(value).length > 0)

  it.each(answers)('%s is answered as written', async (_, example) => {
    const { status, body } = await server.get(pathOf(example))
    expect(status).toBe(example['x-tn-response'].status)
    expect(withoutCursors(body)).toEqual(withoutCursors(example.value))
  })

  // `vitest run packages/server/test/operations/corpus.test.ts -u` writes the cursors into the files.
  it.each(pages)('%s has the cursors of the server', async (name, example) => {
    const { body } = await server.get(pathOf(example))
    const file = `${EXAMPLES}/${name}.json`
    await expect(withCursors(file, body)).toMatchFileSnapshot(file)
  })

  it.each(['badRequest', 'malformedId', 'orderNotFound', 'methodNotAllowed'])(
    'error-%s is answered as written',
    async name => {
      const example = corpus[`error-${name}`] as Example
      const { status, headers, body } = await server.get(
        pathOf(example),
        example['x-tn-request'].method as 'POST' | undefined,
      )
      expect(status).toBe(example['x-tn-response'].status)
      expect(body).toEqual(example.value)
      for (const [header, value] of Object.entries(example['x-tn-response'].headers ?? {})) {
        expect(headers[header.toLowerCase()]).toBe(value)
      }
    },
  )

  it('writes the errors that a healthy server does not give as the corpus has them', () => {
    const written = (name: string) =>
      corpus[`error-${name}`]?.value as { details: { metadata?: Record<string, string> }[] }
    const requestId = written('internal').details[0]?.metadata?.requestId ?? ''
    expect(JSON.parse(problemBody(internal(requestId)))).toEqual(written('internal'))
    expect(JSON.parse(problemBody(unavailable(5)))).toEqual(written('unavailable'))
    const block = { height: '5001', timestamp: '1721159216000000000', state: 'a' }
    expect(JSON.parse(problemBody(blockNotReached(block, 5010n)))).toEqual(written('blockNotReached'))
  })

  it('becomes a stream that the data node of the network would take', () => {
    const reader = new StrictReader()
    const network = new SampleNetwork()
    for (const line of [...network.past()].flat()) reader.read(line)
    // The blocks after the past begin years later, and last more than an epoch.
    for (let second = 0n; second < 70n; second++)
      for (const line of network.nextBlock(1_763_870_000_000_000_000n + second * 1_000_000_000n))
        reader.read(line)
  })

  describe.each(operations)(
    'the examples of the parameters of $operationId',
    ({ operationId, path, page }) => {
      const parameters = contract.paths[path as '/api/v2/accounts'].get.parameters.map(parameter => {
        const name = String(Object.values(parameter)[0]).split('/').at(-1) as 'Prefer'
        const resolved = '$ref' in parameter ? contract.components.parameters[name] : parameter
        return resolved as { name: string; in: 'path' | 'query' | 'header'; example?: string | string[] }
      })
      const given = parameters.filter(({ example }) => example !== undefined)
      const inPath = given.filter(parameter => parameter.in === 'path')

      /** Records of a first click: a viewer such as Swagger UI or Postman fills in these examples, and sends them. */
      async function recordsOf(sent: typeof given): Promise<number> {
        const valuesOf = (place: string) =>
          Object.fromEntries(sent.filter(one => one.in === place).map(one => [one.name, one.example]))
        const request = { operationId, path: valuesOf('path'), query: valuesOf('query') }
        const target = pathOf({ 'x-tn-request': request } as unknown as Example)
        const { status, body } = await server.get(target, 'GET', valuesOf('header') as Record<string, string>)
        expect(status, target).toBe(200)
        return page === undefined ? 1 : body[page].edges.length
      }
      const advice = `Choose an example in spec/resources/${operationId}.yaml that a record of spec/examples has.`

      it('give a record together', async () => {
        expect(await recordsOf(given), advice).toBeGreaterThan(0)
      })

      it.each(given.filter(parameter => parameter.in !== 'path'))('$name gives a record alone', async one => {
        // An operation that does nothing without its id has it beside each example.
        const required = given.filter(({ name }) => operationId === 'listNodeSignatures' && name === 'id')
        expect(await recordsOf([...inPath, ...required, one]), advice).toBeGreaterThan(0)
      })
    },
  )
})
