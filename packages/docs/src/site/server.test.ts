import { expect, it } from 'vitest'
import { isForCallers, LOCAL_SERVER } from './server.ts'

it.each([
  [`curl '${LOCAL_SERVER}/api/v2/accounts'`, true],
  [`curl '${LOCAL_SERVER}/ready'`, false],
  [`# check\ntrading-network-check ${LOCAL_SERVER}`, false],
])(
  'the base URL of a reader replaces that of samples, not that of the commands of an operator: %s',
  (code, is) => expect(isForCallers(code)).toBe(is),
)
