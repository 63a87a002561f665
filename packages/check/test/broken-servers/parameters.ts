import type { Operation } from '../../src/contract/operations.ts'
import { conflictsAmong } from '../../src/records/expected.ts'
import { asks, type BrokenServer } from './server.ts'

/** For every optional parameter, servers that ignore it: always, and beside one other. */
export function brokenParameters(operation: Operation): BrokenServer[] {
  const names = operation.parameters
    .filter(parameter => parameter.in === 'query' && !parameter.required)
    .map(({ name }) => name)
  return names.flatMap(name => [
    asks(operation.id, `ignores ${name}`, url => url.searchParams.delete(name)),
    ...names
      .filter(other => other !== name && conflictsAmong([name, other]).length === 0)
      .map(other =>
        asks(operation.id, `ignores ${name} beside ${other}`, url => {
          if (url.searchParams.has(other)) url.searchParams.delete(name)
        }),
      ),
  ])
}
