import { expect, it } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import { answers } from '../../src/operations/index.ts'
import { type Query, readParameters } from '../../src/parameters/read.ts'
import { tables } from '../../src/projections/index.ts'
import { Problem } from '../../src/responses/problem.ts'
import { readDatabase } from '../../src/store/sqlite/database-file.ts'
import { atEnd } from '../at-end.ts'
import { newPlace } from '../database.ts'
import { market } from '../events.ts'
import { ingestInto } from '../running.ts'

const database = await newPlace('sqlite')
await ingestInto(database, [])
const sqlite = readDatabase(database, tables)
atEnd(() => sqlite.close())

/** Returns the values, and the set of names that are read from them. */
function watched(values: Query): { query: Query; names: Set<string> } {
  const names = new Set<string>()
  const get = (target: Query, name: string) => {
    names.add(name)
    return target[name]
  }
  return { query: new Proxy(values, { get }), names }
}

it.each(operations)('$operationId reads each of its parameters', ({ operationId, ...operation }) => {
  const needed = operation.parameters.filter(parameter => parameter.in === 'path' || parameter.required)
  const [path = [], search = []] = (['path', 'query'] as const).map(place =>
    needed.filter(parameter => parameter.in === place).map(({ name }): [string, string] => [name, market(1)]),
  )
  const values = readParameters(
    { operationId, ...operation },
    Object.fromEntries(path),
    new URLSearchParams(search).toString(),
  )
  const { query, names } = watched(values)
  // The operation alone: the service reads all parameters with names once more, for its messages.
  const reading = answers[operationId]!.read(query, sqlite.checkpoint())
  try {
    for (let step = reading.next(); !step.done; )
      step = reading.next(step.value.map(({ text, values }) => sqlite.all(text, values)))
  } catch (error) {
    // The empty network has no order.
    if (!(error instanceof Problem)) throw error
  }
  expect(
    operation.parameters.map(({ name }) => name).filter(name => !names.has(name)),
    `Use the parameter in packages/server/src/operations/${operationId}.ts: its requests are answered as if it were absent.`,
  ).toEqual([])
})
