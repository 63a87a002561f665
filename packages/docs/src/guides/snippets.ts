import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regionOf } from '@trading-network/gen/region'
import { repository } from '../repository.ts'
import { shownServer } from '../site/address.ts'
import { LOCAL_SERVER, withBaseUrl } from '../site/servers.ts'

/** A piece of a real file, as a page shows it. */
export interface Snippet {
  /** From the root of the repository, with the region behind a `#`. */
  readonly source: string
  readonly language: string
  readonly code: string
}

/** Reads a snippet: a whole file, or a region of it. */
function snippet(source: string): Snippet {
  const [path = '', region] = source.split('#')
  const text = readFileSync(join(repository, path), 'utf8')
  const code = region === undefined ? text : regionOf(text, region)
  if (code === undefined) throw new Error(`${path} has no region ${region}`)
  return {
    source,
    language: path.slice(path.lastIndexOf('.') + 1),
    code: code.trimEnd(),
  }
}

const PLACE = /^<!-- snippet: (\S+) -->$/gm

/** The snippets that a guide shows. */
export function snippetsIn(markdown: string): Snippet[] {
  return [...markdown.matchAll(PLACE)].map(([, source = '']) => snippet(source))
}

/** A guide's text with every `<!-- snippet: file#region -->` replaced by the code, for the publisher's server. */
export function withSnippets(markdown: string): string {
  return markdown.replace(PLACE, (_, source: string) => {
    const { language, code } = snippet(source)
    return `\`\`\`${language}\n${withBaseUrl(code, LOCAL_SERVER, shownServer)}\n\`\`\``
  })
}
