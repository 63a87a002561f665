import { expect } from 'vitest'

// Runs before every test file. The services of other packages' tests may be broken on purpose.
if (/packages.server./.test(expect.getState().testPath ?? '')) (await import('./record.ts')).recordTests()
