import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Application } from 'typedoc'
import ts from 'typescript'
import { parse, stringify } from 'yaml'

/**
 * Writes the reference of the client as guides, a page for each function, class and type, from the types and their
 * docstrings. The types of the contract have their own pages. The working directory is this package, where TypeDoc finds
 * its options.
 */
const { lists, keywords } = parse(readFileSync('client-reference.yaml', 'utf8')) as {
  lists: Record<string, { modules: Record<string, string>; intro?: string }>
  keywords: Record<string, string>
}
// Ctrl-C may end this at any time: the next run overwrites what is left.
const out = resolve('node_modules/.cache/client-reference')
rmSync(out, { recursive: true, force: true })
const app = await Application.bootstrapWithPlugins({ options: 'typedoc.json', out } as object)
// The entry points as files: TypeDoc's own reading takes them for patterns, and fails in a folder named `kit (1)`.
const files = ['types/src/index', 'fetch/src/testing', 'fetch/src/watch', 'fetch/src/index'].map(module => ({
  displayName: module.replace(/\/index$/, ''),
  path: resolve('..', `${module}.ts`),
}))
const program = ts.createProgram(
  files.map(({ path }) => path),
  app.options.getCompilerOptions(app.logger),
)
const project = app.converter.convert(
  files.map(({ displayName, path }) => ({ displayName, program, sourceFile: program.getSourceFile(path)! })),
)
await app.generateOutputs(project)

const kinds = ['functions', 'classes', 'interfaces', 'type-aliases', 'variables']
const symbols = kinds
  .flatMap(kind => globSync(`**/${kind}/*.md`, { cwd: out }).sort())
  .map(file => {
    const [name, kind] = [basename(file, '.md'), basename(dirname(file))]
    const text = linked(withoutInherited(withOneText(readFileSync(join(out, file), 'utf8'))))
    const [lead] = text.replace(/^```[\s\S]*?^```\n/gm, '').match(/\w[\s\S]*?(?:\.(?=\s)|(?=:?\n\n|$))/) ?? []
    if (!lead) throw new Error(`${name} needs a docstring`)
    const description = lead.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/\s+/g, ' ')
    return { name, kind, module: dirname(dirname(file)), text, description }
  })

const folder = 'guides/client'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const { name, kind, text, description } of symbols) {
  const [title, sidebar] = kind === 'functions' ? [`${name}()`, undefined] : [name, false]
  write(name, { title, description, keywords: keywords[name], sidebar }, text)
}
for (const [index, [name, { modules, intro = '', ...words }]] of Object.entries(lists).entries()) {
  const sections = Object.entries(modules).map(([imported, module]) => {
    const own = symbols.filter(symbol => symbol.module === module)
    const items = own.map(each => `- [${each.name}](/client/${each.name}/): ${each.description}`)
    return [`## ${imported}`, items.join('\n')].join('\n\n')
  })
  // The number puts it before the functions.
  write(`${index + 1}-${name}`, words, [intro, ...sections, ''].join('\n\n'))
}
rmSync(out, { recursive: true })

function write(name: string, words: object, text: string): void {
  writeFileSync(join(folder, `${name}.md`), `---\n${stringify(words)}---\n\n${text}`)
}

/** TypeDoc's markdown with links to the pages of the site. */
function linked(markdown: string): string {
  return (
    markdown
      .replaceAll('\\_', '_')
      .replaceAll('\n***\n', '')
      // The signature has them, too.
      .replace(/^## Type Parameters\n\n(?:\|.*\n)+\n?/gm, '')
      .replace(/\]\((?:[\w.-]+\/)*(\w+)\.md/g, '](/client/$1/')
  )
}

/** A member is on the page of the type that declares it, which "Extends" names. */
function withoutInherited(page: string): string {
  return page
    .split(/^(?=### )/m)
    .flatMap(part => {
      if (!part.includes('\n#### Inherited from')) return [part]
      // The heading of the next group.
      const next = part.search(/^## /m)
      return next < 0 ? [] : [part.slice(next)]
    })
    .join('')
    .replace(/^## \w+\n+(?=## |$(?![\s\S]))/gm, '')
}

/** A function with several signatures: all of them, and the text of the first, which is that of the others. */
function withOneText(page: string): string {
  const [head = '', ...signatures] = page.split(/^## Call Signature\n+/m)
  if (signatures.length === 0) return page
  const codes = signatures.map(each => each.match(/^```[\s\S]*?^```\n/m)?.[0] ?? '')
  const text = signatures[0]?.replace(codes[0] ?? '', '').replace(/^###/gm, '##') ?? ''
  return `${head}${codes.join('\n')}\n${text}`
}
