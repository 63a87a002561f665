import { cpSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { typesOf } from '../gen/artefacts.ts'

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
  const types = join(root, 'packages/types')
  using place = mkdtempDisposableSync(join(tmpdir(), 'consumer-'))
  // Both sides import the same hand-written types: their brands are the same.
  cpSync(join(types, 'src'), place.path, { recursive: true })
  writeFileSync(join(place.path, 'package.json'), '{ "type": "module" }')
  const add = async (side: string, bundle: string) => {
    const made = await typesOf(JSON.parse(bundle))
    mkdirSync(join(place.path, side))
    for (const { path, text } of made) writeFileSync(join(place.path, side, basename(path)), text)
    writeFileSync(join(place.path, side, 'index.ts'), index)
    return made.filter(({ path }) => !path.endsWith('/schema.ts')).flatMap(({ text }) => exportsOf(text))
  }
  const names = await add('released', released)
  await add('revised', revised)
  const consumer = join(place.path, 'consumer.ts')
  writeFileSync(consumer, programWith([...names, 'interface components', 'interface paths']))
  const { config } = ts.readConfigFile(join(types, 'tsconfig.build.json'), ts.sys.readFile)
  const { rootDir: _, ...options } = ts.parseJsonConfigFileContent(config, ts.sys, types).options
  const settings = { ...options, noEmit: true, skipLibCheck: true, declaration: false, declarationMap: false }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([consumer], settings))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const index = `export * from './enums.ts'
export * from './models.ts'
export * from './operations.ts'
export type { components, paths } from './schema.ts'
`

/** The exported declarations, such as `interface Account`. */
function exportsOf(text: string): string[] {
  const exported = /^export (?:declare )?(interface|type|const|function) (\w+)/gm
  return [...text.matchAll(exported)].map(([, kind, name]) => `${kind} ${name}`)
}

function programWith(declarations: readonly string[]): string {
  const lines = declarations.map(declaration => {
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
