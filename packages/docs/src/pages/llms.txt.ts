import type { APIRoute } from 'astro'
import { operationPath } from '../contract/edition.ts'
import { current } from '../contract/editions.ts'
import { parametersOf } from '../contract/samples.ts'
import { partKey } from '../contract/since.ts'
import { firstLines } from '../markdown/machines.ts'
import { type MarkdownPage, markdownPages } from '../markdown/pages.ts'
import { isPlaced, twin, url } from '../site/address.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => {
  const pages = markdownPages().filter(({ path }) => !/^(v|next)\//.test(path))
  const list = (title: string, isIn: (path: string) => boolean) => [
    `## ${title}`,
    pages
      .filter(({ path }) => isIn(path))
      .map(line)
      .join('\n'),
  ]
  const folders = ['operations/', 'guides/', 'recipes/', 'enums/', 'schemas/']
  const rest = (path: string) => !folders.some(folder => path.startsWith(folder))
  return text(
    [
      firstLines(),
      `Every page has its markdown at its address with \`.md\` instead of the last slash${isPlaced ? '' : ', and at the address itself for `Accept: text/markdown`'}. [llms-full.txt](${url('llms-full.txt')}) has all of them, each schema once.`,
      ...list('Operations', path => path.startsWith('operations/')),
      ...list('Guides', path => path.startsWith('guides/')),
      ...list('Recipes', path => path.startsWith('recipes/')),
      ...list('Enums', path => path.startsWith('enums/')),
      ...list('Schemas', path => path.startsWith('schemas/')),
      ...list('Other pages', rest),
      '',
    ].join('\n\n'),
  )
}

function line({ path, title, summary }: MarkdownPage): string {
  return `- [${title}](${url(twin(path))}): ${summary}${newParameters(path)}`
}

/** The parameters of an operation that came after the first release, each with its version. */
function newParameters(path: string): string {
  const operation = current.operations.find(({ id }) => operationPath(current, id) === path)
  const later = (operation ? parametersOf(operation) : []).flatMap(({ name }) => {
    const version = current.since.get(partKey(operation?.id ?? '', name))
    return version === undefined ? [] : [`\`${name}\` (since ${version})`]
  })
  return later.length === 0 ? '' : ` New parameters: ${later.join(', ')}.`
}
