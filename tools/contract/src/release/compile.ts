import { basename, join } from 'node:path'
import ts from 'typescript'
import { typesOf } from '../gen/artefacts.ts'
import { programOf } from './virtual-program.ts'

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
  const folder = join(root, 'packages/types')
  const files = new Map<string, string>()
  // Both are beside the hand-written types, which both import: their brands are the same.
  const add = async (side: string, bundle: string) => {
    const made = await typesOf(JSON.parse(bundle))
    for (const { path, text } of made) files.set(join(folder, 'src', side, basename(path)), text)
    files.set(join(folder, 'src', side, 'index.ts'), index)
    return made.filter(({ path }) => !path.endsWith('/schema.ts')).flatMap(({ text }) => exportsOf(text))
  }
  const names = await add('released', released)
  await add('revised', revised)
  const consumer = join(folder, 'src/consumer.ts')
  files.set(consumer, programWith([...names, 'interface components', 'interface paths']))
  const program = programOf(folder, files, [consumer])
  return [...files.keys()]
    .flatMap(file => program.getSemanticDiagnostics(program.getSourceFile(file)))
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
