import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** The code that a bundler keeps for a program. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: 'ts', resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles.map(file => file.text).join('')
}

test('importing only types costs nothing at run time', async () => {
  const code = await bundled(`
    import type { Order } from '@trading-network/types'
    import { type Account } from '@trading-network/types'
    export const read = (order: Order, account: Account) => [order.id, account.owner]`)
  expect(code).not.toContain('ORDER')
  expect(code).not.toContain('packages/types')
})

test('a program pays for the enum it uses and for no other, nor for the meanings', async () => {
  const code = await bundled(`
    import { Side } from '@trading-network/types'
    console.log(Side.BUY)`)
  expect(code).toContain('SIDE_BUY')
  expect(code.match(/[A-Z]+_UNSPECIFIED/g)).toEqual(['SIDE_UNSPECIFIED'])
  expect(code).not.toContain('Object.values')
  expect(code.length).toBeLessThan(400)
})

test('a client pays for the routes, not for the table of operations', async () => {
  const code = await bundled(`
    import { routes } from '@trading-network/types'
    console.log(routes)`)
  expect(code).toContain('/api/v2/accounts')
  expect(code).not.toContain('filter.partyIds')
})
