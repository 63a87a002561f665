import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{spec,packages/*,tools/*}/{src,test,lint}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
