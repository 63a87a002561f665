import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('consumer/nine-calls.ts', import.meta.url))
const text = ts.sys.readFile(program) ?? ''

/** The programs of README.md and AGENTS.md, as files beside the nine calls. */
const documented = new Map(
  ['README', 'AGENTS'].map(name => {
    const page = ts.sys.readFile(fileURLToPath(new URL(`../${name}.md`, import.meta.url))) ?? ''
    return [program.replace('nine-calls', name), /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '']
  }),
)

/** The language service of an editor, with these programs open and the package's source behind them. */
const service = ts.createLanguageService({
  getScriptFileNames: () => [program, ...documented.keys()],
  getScriptVersion: () => '1',
  getScriptSnapshot: name => {
    const content = documented.get(name) ?? ts.sys.readFile(name)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
  getCompilationSettings: () => ({
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: name => documented.has(name) || ts.sys.fileExists(name),
  readFile: name => documented.get(name) ?? ts.sys.readFile(name),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

function hover(word: string): { shown: string; doc: string } {
  const info = service.getQuickInfoAtPosition(program, text.indexOf(word) + word.length - 1)
  return {
    shown: ts.displayPartsToString(info?.displayParts),
    doc: ts.displayPartsToString(info?.documentation),
  }
}

test('hovering a parameter shows its description as plain text', () => {
  const { shown, doc } = hover("'filter.partyIds'")
  expect(shown).toBe('(property) ListAccountsQuery["filter.partyIds"]?: readonly string[] | undefined')
  expect(doc).toMatch(/^Only accounts owned by these parties/)
})

test('typing a parameter completes the dotted names, and a value of an enum its values', () => {
  const completions = (after: string) => {
    const position = text.indexOf(after) + after.length
    return service.getCompletionsAtPosition(program, position, {})?.entries.map(({ name }) => name) ?? []
  }
  const names = completions("client.listAccounts({ '")
  expect(names).toEqual(
    expect.arrayContaining(['filter.partyIds', 'filter.accountTypes', 'pagination.first']),
  )
  const values = completions("'filter.statuses': ['")
  expect(values).toContain('STATUS_TRIGGERED')
  expect(values.every(name => name.startsWith('STATUS_'))).toBe(true)
})
