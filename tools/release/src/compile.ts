import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { typesOf } from '@trading-network/gen/artefacts'
import ts from 'typescript'

/**
 * Compiles a program that uses all released types with the types of another contract.
 *
 * Responses of the new types must work where programs read the released ones, and released parameters must be valid for
 * the new operations. Every exported name must still exist.
 *
 * @param released The archived bundle, as JSON.
 * @param revised The bundle of the contract at hand.
 * @returns The compiler errors; empty if every such program still compiles.
 */
export async function compileConsumer(root: string, released: string, revised: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'types-surface-'))
  try {
    const written = join(root, 'packages/types/src')
    for (const name of readdirSync(written))
      if (/^[^.]+\.ts$/.test(name) && name !== 'index.ts')
        copyWritten(join(written, name), join(folder, name))
    const index = readFileSync(join(written, 'index.ts'), 'utf8')
    const names = await generate(folder, 'released', released, index)
    await generate(folder, 'revised', revised, index)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'consumer.ts'), consumer(names))
    return compile(join(folder, 'consumer.ts'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Both sides share the hand-written files, so that their brands are the same. Their imports of generated files go to
 * the released ones.
 */
function copyWritten(from: string, to: string): void {
  writeFileSync(to, readFileSync(from, 'utf8').replaceAll("'./generated/", "'./released/"))
}

/** Writes the generated files below the hand-written files that they import. Returns the package's exported names. */
async function generate(folder: string, name: string, bundle: string, index: string): Promise<string[]> {
  mkdirSync(join(folder, name))
  const made = await typesOf(JSON.parse(bundle))
  for (const { path, text } of made) writeFileSync(join(folder, name, basename(path)), text)
  const moved = index.replace(/'\.\/(?!generated\/)/g, "'../").replace(/'\.\/generated\//g, "'./")
  writeFileSync(join(folder, name, 'index.ts'), moved)
  const exported = /^export (?:declare )?(interface|type|const|function) (\w+)/gm
  const texts = made.filter(({ path }) => !path.endsWith('/schema.ts')).map(({ text }) => text)
  const names = texts.flatMap(text => [...text.matchAll(exported)].map(([, kind, each]) => `${kind} ${each}`))
  return [...new Set([...names, 'interface components', 'interface paths'])]
}

function consumer(names: readonly string[]): string {
  const lines = names.map(declaration => {
    const [kind, name = ''] = declaration.split(' ')
    if (kind === 'const' || kind === 'function') return `void revised.${name}`
    if (name.endsWith('Query')) return `takes<revised.${name}>(given<released.${name}>())`
    return `takes<unknown>(given<revised.${name}>())`
  })
  return `import type * as released from './released/index.ts'
import * as revised from './revised/index.ts'
declare function given<Value>(): Value
declare function takes<Value>(value: Value): void
type Responses<Api> = { [Id in keyof Api]: Api[Id] extends (...args: never) => infer Result ? Awaited<Result> : never }
takes<Responses<released.TradingNetworkApi>>(given<Responses<revised.TradingNetworkApi>>())
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
