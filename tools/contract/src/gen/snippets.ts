import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artefact } from './artefacts.ts'
import { codeBlock } from './code-block.ts'

/** Documents whose samples are real files, or regions of them. */
const DOCUMENTS = [
  '*.md',
  'spec/README.md',
  'packages/*/{README,AGENTS}.md',
  'tools/*/README.md',
  'docs/**/*.md',
]

const SNIPPET = /(<!-- snippet: ([^\s#]+)(?:#(\S+))? -->\n)[\s\S]*?(<!-- \/snippet -->)/g

/**
 * The documents with current snippets. A snippet is between `<!-- snippet: file#region -->` and
 * `<!-- /snippet -->`; its region lies between `// #region name` and `// #endregion` in a file that is compiled and
 * run. Without a region it is the whole file.
 */
export function documents(root: string): Artefact[] {
  return globSync(DOCUMENTS, { cwd: root, exclude: name => name === 'node_modules' }).flatMap(path => {
    const before = readFileSync(join(root, path), 'utf8')
    if (!before.includes('<!-- snippet: ')) return []
    const text = before.replaceAll(
      SNIPPET,
      (_, open, file, region, close) => `${open}\n${codeBlock(root, path, file, region)}\n\n${close}`,
    )
    return [{ path, text, amongWritten: true }]
  })
}
