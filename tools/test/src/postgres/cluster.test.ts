import { expect, it } from 'vitest'
import { freePort } from './cluster.ts'

it('a free port is below those that a system gives to connections and for port 0', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort))
  expect(ports.filter(port => port >= 32_768)).toEqual([])
})
