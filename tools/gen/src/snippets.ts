import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artefact } from './artefacts.ts'
import type { Release } from './changelog.ts'
import { withCompatibility } from './compatibility.ts'
import { regionOf } from './region.ts'

/** Documents whose samples are regions of real files. */
const DOCUMENTS = [
  '*.md',
  'spec/README.md',
  'packages/*/{README,AGENTS}.md',
  'tools/*/README.md',
  'docs/**/*.md',
]

const SNIPPET = /(<!-- snippet: (\S+)#(\S+) -->\n)[\s\S]*?(<!-- \/snippet -->)/g

/**
 * The documents with current snippets and tables of releases. A snippet is between `<!-- snippet: file#region -->` and
 * `<!-- /snippet -->`; its region lies between `// #region name` and `// #endregion` in a file that is compiled and
 * run.
 */
export async function documents(root: string, releases: readonly Release[] = []): Promise<Artefact[]> {
  const found: Artefact[] = []
  for await (const path of glob(DOCUMENTS, { cwd: root, exclude: name => name === 'node_modules' })) {
    const before = await readFile(join(root, path), 'utf8')
    if (!/<!-- (snippet: |compatibility)/.test(before)) continue
    const text = withCompatibility(await withSnippets(root, path, before), releases)
    found.push({ path, text, amongWritten: true })
  }
  return found
}

async function withSnippets(root: string, path: string, document: string): Promise<string> {
  let text = ''
  let end = 0
  for (const match of document.matchAll(SNIPPET)) {
    const [whole, open, file = '', region = '', close] = match
    const code = regionOf(await readFile(join(root, file), 'utf8'), region)
    if (code === undefined)
      throw new Error(`${path} shows ${file}#${region}, but that file has no such region`)
    text += `${document.slice(end, match.index)}${open}\n\`\`\`${languageOf(file)}\n${code}\n\`\`\`\n\n${close}`
    end = match.index + whole.length
  }
  return text + document.slice(end)
}

function languageOf(file: string): string {
  return file.endsWith('.ts') ? 'ts' : (file.split('.').at(-1) ?? '')
}
