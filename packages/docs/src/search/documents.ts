import { slug } from 'github-slugger'
import { prefixOf } from '../contract/columns.ts'
import { current, isEnvelope, operationPath, schemaPath } from '../contract/current.ts'
import { adviceOn } from '../guides/advice.ts'
import { type Guide, guides, type Page } from '../guides/guides.ts'
import { contractPages, lists } from '../guides/made.ts'
import type { SearchDocument } from './rank.ts'

type Part = Omit<SearchDocument, 'page' | 'weight'>

/** Everything that the search finds: each page, and each of its parts with an anchor. */
export function documentsOf(): SearchDocument[] {
  return [...operationDocuments(), ...schemaDocuments(), ...markdownDocuments(), ...listDocuments()]
}

function documents(page: string, weight: number, parts: readonly Part[]): SearchDocument[] {
  return parts.map(part => ({ ...part, page, weight }))
}

function operationDocuments(): SearchDocument[] {
  return current.operations.flatMap((operation, index) => {
    const { id, summary, path, description, tag, parameters } = operation
    const { use, keywords } = adviceOn(operation)
    const at = operationPath(id)
    // The headers are the same everywhere: one operation stands for all.
    const isFirst = index === 0
    const parts = [
      ...parameters
        .filter(({ place }) => isFirst || place !== 'header')
        .map(({ name, description: text }): Part => ({ path: `${at}#${name}`, title: name, text })),
      ...(isFirst ? operation.headers : []).map(
        ({ name, description: text }): Part => ({ path: `${at}#header.${name}`, title: name, text }),
      ),
    ]
    const whole = {
      path: at,
      title: summary,
      names: `${id} ${path} ${tag}`,
      keywords,
      route: path,
      text: `${description} ${use}`,
    }
    return [...documents(summary, 3, [whole]), ...documents(summary, 0.6, parts)]
  })
}

function schemaDocuments(): SearchDocument[] {
  const schemas = current.schemas.filter(schema => !isEnvelope(schema))
  return schemas.flatMap(schema => {
    const at = schemaPath(schema.name)
    const fields = schema.fields.map(
      ([name, { description: text }]): Part => ({
        path: `${at}#${schema.name}.${name}`,
        title: name,
        names: `${schema.name}.${name}`,
        text,
      }),
    )
    const { values = [] } = schema.enum ?? {}
    const { length } = prefixOf(values.map(({ name }) => name))
    const parts = values.map(({ name, meaning: text }): Part => {
      return { path: `${at}#${name}`, title: name, names: name.slice(length), text }
    })
    return [
      ...documents(schema.name, 2, [{ path: at, title: schema.name, text: schema.description }]),
      ...documents(schema.name, 1, [...fields, ...parts]),
    ]
  })
}

/** A page in markdown, and each part from one heading to the next. */
function markdownDocuments(): SearchDocument[] {
  const pages: readonly (Page & Partial<Guide>)[] = [...guides, ...contractPages]
  return pages.flatMap(({ id, title, description, keywords = '', source, group }) => {
    const weight = group ? { callers: 3, client: 2, types: 0.3, operators: 2, recipes: 1 }[group] : 3
    const [lead = '', ...sections] = source
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      // The smaller headings of the changelog repeat, and the larger ones of the client's reference, such as "Parameters".
      .split(!group ? /^## /m : group === 'client' || group === 'types' ? /^### /m : /^##+ /m)
    const parts = sections.flatMap((section): Part[] => {
      const [heading = '', ...lines] = section.split('\n')
      const part = { path: `${id}/#${slug(heading)}`, title: heading }
      const isRow = (line: string) => line.startsWith('| ')
      // A row of a table, such as an error with its fix, is found by itself.
      const rows = lines.filter(isRow).slice(2)
      return [lines.filter(line => !isRow(line)).join(' '), ...rows].map(text => ({ ...part, text }))
    })
    const whole = { path: `${id}/`, title, names: id, keywords, text: `${description} ${lead}` }
    return [...documents(title, weight, [whole]), ...documents(title, 0.8 * weight, parts)]
  })
}

/** The pages with lists, without their items: each item has a page of its own. */
function listDocuments(): SearchDocument[] {
  return lists.flatMap(({ id, title, description }) =>
    documents(title, 1, [{ path: `${id}/`, title, text: description }]),
  )
}
