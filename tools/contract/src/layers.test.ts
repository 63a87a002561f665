import { expect, it } from 'vitest'
import { refusedImports } from './layers.ts'

const rooms = 'index.ts\nservice\nhttp operations | store/mirror store/sqlite\nstore/tables\nstore\n.'

it.each([
  ['down', 'http/app.ts', 'store/tables/a.ts', []],
  ['to the right', 'http/app.ts', 'operations/page.ts', []],
  ['within a room', 'http/app.ts', 'http/log.ts', []],
  ['to every other file', 'store/folder.ts', 'version.ts', []],
  ['up', 'store/tables/a.ts', 'http/app.ts', ['but http is not below store/tables']],
  ['to the left', 'operations/page.ts', 'http/app.ts', ['but http is not below operations']],
  [
    'from a folder below another',
    'store/folder.ts',
    'store/tables/a.ts',
    ['but store/tables is not below store'],
  ],
  ['beside', 'operations/page.ts', 'store/mirror/position.ts', ['but store/mirror is not below operations']],
  [
    'beside, the other way',
    'store/mirror/position.ts',
    'http/app.ts',
    ['but http is not below store/mirror'],
  ],
])('judges an import %s', (_, from, to, problems) => {
  expect(refusedImports(rooms, [[from, to]])).toEqual(problems.map(text => `${from} imports ${to}, ${text}`))
})

it('names a file that is in no room', () => {
  expect(refusedImports('http\nstore', [['http/app.ts', 'cache/recent.ts']])).toEqual([
    'cache/recent.ts is in no room',
  ])
})
