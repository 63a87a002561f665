import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Application } from 'typedoc'
import ts from 'typescript'
import { parse, stringify } from 'yaml'

/**
 * Writes the reference of the client as guides, from the types and their docstrings. The types of the contract have their
 * own pages. The working directory is this package, where TypeDoc finds its options.
 */
const pages = Object.entries(
  parse(readFileSync('client-reference.yaml', 'utf8')) as Record<string, { module: string; intro?: string }>,
)
const out = mkdtempSync(join(tmpdir(), 'client-reference-'))
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
const folder = 'guides/client'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const [name, { module, intro = '', ...words }] of pages) {
  const markdown = readFileSync(join(out, `${module}.md`), 'utf8')
  writeFileSync(join(folder, `${name}.md`), `---\n${stringify(words)}---\n\n${intro}\n${linked(markdown)}`)
}
rmSync(out, { recursive: true })

/** TypeDoc's markdown with links to the pages of the site. */
function linked(markdown: string): string {
  return (
    markdown
      .split(/^(?=## )/m)
      // A symbol of another module is on the page of that one.
      .filter(section => !/^## .*\n+Re-exports /.test(section))
      .map(withOneText)
      .join('')
      .replaceAll('\\_', '_')
      .replace(/\]\((?:\.\.\/)*([\w/]+)\.md/g, (whole, target: string) => {
        const page = pages.find(([, { module }]) => module.endsWith(target))
        return page ? `](/client/${page[0]}/` : whole
      })
  )
}

/** A function with several signatures: all of them, and the text of the first, which is that of the others. */
function withOneText(section: string): string {
  const [head = '', ...signatures] = section.split(/^### Call Signature\n+/m)
  if (signatures.length === 0) return section
  const codes = signatures.map(each => each.match(/^```[\s\S]*?^```\n/m)?.[0] ?? '')
  const text = signatures[0]?.replace(codes[0] ?? '', '').replace(/^###/gm, '##') ?? ''
  return `${head}${codes.join('\n')}\n${text}`
}
