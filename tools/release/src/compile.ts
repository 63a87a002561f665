import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { artefacts } from '@trading-network/gen/artefacts'
import ts from 'typescript'

/**
 * Compiles a program that uses everything the released types have against the types of another contract.
 *
 * Answers of the new types must do where answers of the released ones were read, and released parameters where the new
 * ones are taken; every exported name must still be there.
 *
 * @param released The archived bundle, as JSON.
 * @param revised The bundle of the contract at hand.
 * @returns What the compiler refuses; nothing where every such program still compiles.
 */
export async function compileConsumer(root: string, released: string, revised: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'types-surface-'))
  try {
    const written = join(root, 'packages/types/src')
    for (const name of readdirSync(written))
      if (/^[^.]+\.ts$/.test(name) && name !== 'index.ts') cpSync(join(written, name), join(folder, name))
    const names = await generate(folder, 'released', released)
    await generate(folder, 'revised', revised)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'consumer.ts'), consumer(names))
    return compile(join(folder, 'consumer.ts'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the generated files beside the hand-written ones that they refer to, and gives the names they export. */
async function generate(folder: string, name: string, bundle: string): Promise<string[]> {
  mkdirSync(join(folder, name))
  const files = (await artefacts({ 'spec/dist/openapi.json': bundle })).filter(({ path }) =>
    path.endsWith('.ts'),
  )
  for (const { path, text } of files) writeFileSync(join(folder, name, basename(path)), text)
  const index = files.map(({ path }) => `export * from './${basename(path)}'\n`).join('')
  writeFileSync(join(folder, name, 'index.ts'), index)
  const exported = /^export (?:declare )?(interface|type|const|function) (\w+)/gm
  return [
    ...new Set(
      files.flatMap(({ text }) => [...text.matchAll(exported)].map(([, kind, each]) => `${kind} ${each}`)),
    ),
  ]
}

function consumer(names: readonly string[]): string {
  const lines = names.map(declaration => {
    const [kind, name = ''] = declaration.split(' ')
    if (kind === 'const' || kind === 'function') return `void revised.${name}`
    if (/^List\w+Query$|Query$/.test(name)) return `takes<revised.${name}>(given<released.${name}>())`
    if (name.endsWith('Response')) return `takes<released.${name}>(given<revised.${name}>())`
    return `takes<unknown>(given<revised.${name}>())`
  })
  return `import type * as released from './released/index.ts'
import * as revised from './revised/index.ts'
declare function given<Value>(): Value
declare function takes<Value>(value: Value): void
${lines.join('\n')}
`
}

function compile(file: string): string[] {
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
  })
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => '',
    getNewLine: () => '\n',
  }
  return ts.getPreEmitDiagnostics(program).map(each =>
    ts
      .formatDiagnostic(each, host)
      .trim()
      .replace(/^\S*\/(?=[\w-]+\.ts)/, ''),
  )
}
