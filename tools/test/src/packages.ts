/** Folders of the packages that are published with code; the contract's has none. */
export const PUBLISHED = [
  'packages/types',
  'packages/events',
  'packages/simulator',
  'packages/fetch',
  'packages/server',
  'packages/check',
]
