import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regionOf } from '@trading-network/gen/region'
import { repository } from '../repository.ts'
import { shownServer } from '../site/address.ts'
import { LOCAL_SERVER, withBaseUrl } from '../site/servers.ts'

/** A piece of a real file, as a page shows it. */
interface Snippet {
  /** From the root of the repository, with the region behind a `#`. */
  readonly source: string
  readonly language: string
  readonly code: string
  /** True for a piece that needs the rest of its file, which the page links. */
  readonly isExcerpt: boolean
}

const MARKER = /^\s*\/\/ #(?:end)?region.*\n/gm

/** Reads a snippet: a whole file, or a region of it. A region in TypeScript gets the imports and the client that it uses. */
function snippet(source: string, isExcerpt: boolean): Snippet {
  const [path = '', region] = source.split('#')
  const text = readFileSync(join(repository, path), 'utf8')
  const language = path.slice(path.lastIndexOf('.') + 1)
  const code = region === undefined ? text.replace(MARKER, '') : regionOf(text, region)
  if (code === undefined) throw new Error(`${path} has no region ${region}`)
  const isPart = language === 'ts' && region !== undefined && !isExcerpt
  const header = isPart ? headerFor(text.slice(0, text.indexOf('// #region')), code) : ''
  return { source, language, code: header + code.trimEnd(), isExcerpt }
}

/** The start of a file without the names that the code does not use. */
function headerFor(start: string, code: string): string {
  const uses = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const [imports = '', ...rest] = start.trim().split('\n\n')
  const setup = rest.filter(line => uses(code, /^const (\w+)/.exec(line)?.[1] ?? ''))
  const body = [...setup, code].join('\n')
  const kept = imports.replace(/import \{([^}]*)\} from ('[^']+')\n?/g, (_, names: string, from: string) => {
    const used = names
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && uses(body, name.replace('type ', '')))
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from ${from}\n`
  })
  return [kept.trimEnd(), ...setup]
    .filter(Boolean)
    .map(part => `${part}\n\n`)
    .join('')
}

const PLACE = /^<!-- (snippet|excerpt): (\S+) -->$/gm

/** The snippets that a guide shows. */
export function snippetsIn(markdown: string): Snippet[] {
  return [...markdown.matchAll(PLACE)].map(([, kind, source = '']) => snippet(source, kind === 'excerpt'))
}

/** A guide's text with every `<!-- snippet: file#region -->` replaced by the code, for the publisher's server. */
export function withSnippets(markdown: string): string {
  return markdown.replace(PLACE, (_, kind: string, source: string) => {
    const { language, code, isExcerpt } = snippet(source, kind === 'excerpt')
    const [path = ''] = source.split('#')
    const fence = `\`\`\`${language}\n${withBaseUrl(code, LOCAL_SERVER, shownServer)}\n\`\`\``
    return isExcerpt ? `${fence}\n\nAn excerpt of [${path}](/files/${path}.txt).` : fence
  })
}
