import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corpus, type Example } from '../../../spec/test/corpus.ts'
import { exampleEvents } from '../src/commands/sample/example-events.ts'
import { sampleNetwork } from '../src/commands/sample/sample-network.ts'
import { operations } from '../src/network/open-network.ts'
import { internal, problemBody, unavailable } from '../src/responses/problem.ts'
import { Chain } from './chain.ts'
import { type Running, running } from './running.ts'

function pathOf({ 'x-request': { operationId, path = {}, query = {} } }: Example): string {
  const template = operations.find(operation => operation.operationId === operationId)?.path ?? ''
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    ),
  )
  return `${template.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')}?${search}`
}

/** Removes cursors, since they are opaque, and those of the corpus are made up. */
function withoutCursors(value: unknown): unknown {
  const opaque = new Set(['cursor', 'startCursor', 'endCursor'])
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (opaque.has(key) ? typeof inner : inner)))
}

describe('the corpus of examples, on the sample network', () => {
  let server: Running
  beforeAll(async () => {
    server = await running(sampleNetwork())
  })
  afterAll(() => server.close())

  const answers = Object.entries(corpus).filter(([name]) => !name.startsWith('error-'))

  it.each(answers)('%s is answered as written', async (_, example) => {
    const { status, body } = await server.get(pathOf(example))
    expect(status).toBe(example['x-response'].status)
    expect(withoutCursors(body)).toEqual(withoutCursors(example.value))
  })

  it.each(['badRequest', 'orderNotFound', 'methodNotAllowed'])(
    'error-%s is answered as written',
    async name => {
      const example = corpus[`error-${name}`] as Example
      const { status, headers, body } = await server.get(
        pathOf(example),
        example['x-request'].method as 'POST' | undefined,
      )
      expect(status).toBe(example['x-response'].status)
      expect(body).toEqual(example.value)
      for (const [header, value] of Object.entries(example['x-response'].headers ?? {})) {
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
  })

  it('becomes events that fit the schema', () => {
    expect(() => new Chain().blocks(exampleEvents())).not.toThrow()
  })
})
