import { expect, test } from 'vitest'
import { genesis } from '../store/tables/checkpoint.ts'
import { blockOf } from './open-network.ts'

test('a block has valid headers for every chain that a stream can name', () => {
  expect(blockOf({ ...genesis, chain: 'réseau 1\n', hashes: ['é'] })).toMatchObject({
    chainId: 'r%C3%A9seau%201%0A',
    hash: '%C3%A9',
  })
})
