import { createRequire } from 'node:module'

/** The version of the contract, so that a client knows if it fits. */
export const { version: CONTRACT_VERSION } = createRequire(import.meta.url)(
  '@trading-network/spec/package.json',
) as { version: string }
