import { current, operationPath, schemaPath } from '../contract/current.ts'
import { isEnvelope } from '../contract/described.ts'
import { introductionOf } from '../contract/document.ts'
import { parametersOf } from '../contract/samples.ts'
import { describe } from '../contract/value.ts'
import { adviceOn, keywordsOf } from '../guides/advice.ts'
import { guides } from '../guides/guides.ts'
import type { SearchDocument } from './engine.ts'

type Part = Omit<SearchDocument, 'page' | 'weight'>

/** Everything that the search finds: each page, and each of its parts with an anchor. */
export function documentsOf(): SearchDocument[] {
  return [...operationDocuments(), ...schemaDocuments(), ...guideDocuments(), ...otherDocuments()]
}

function documents(page: string, weight: number, parts: readonly Part[]): SearchDocument[] {
  return parts.map(part => ({ ...part, page, weight }))
}

function operationDocuments(): SearchDocument[] {
  return current.operations.flatMap((operation, index) => {
    const { id, summary, path, description, tag } = operation
    const at = operationPath(id)
    const parameters = parametersOf(operation)
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
      keywords: keywordsOf(id),
      route: path,
      text: `${description} ${adviceOn(operation).facts[0]?.[1] ?? ''}`,
    }
    return [...documents(summary, 4, [whole]), ...documents(summary, 0.6, parts)]
  })
}

function schemaDocuments(): SearchDocument[] {
  const { contract } = current
  const schemas = current.schemas.filter(schema => !isEnvelope(schema))
  return schemas.flatMap(schema => {
    const at = schemaPath(schema.name)
    const holders = schemas
      .flatMap(({ fields }) => fields.filter(([, field]) => describe(contract, field).schema === schema.name))
      .map(([name]) => name)
    const fields = schema.fields.map(
      ([name, field]): Part => ({
        path: `${at}#${schema.name}.${name}`,
        title: name,
        names: [schema.name, ...holders].map(holder => `${holder}.${name}`).join(' '),
        text: describe(contract, field).description,
      }),
    )
    const values = (schema.enum?.values ?? []).map(
      ({ name, meaning }): Part => ({ path: `${at}#${name}`, title: name, text: meaning }),
    )
    return [
      ...documents(schema.name, 2, [{ path: at, title: schema.name, text: schema.description }]),
      ...documents(schema.name, 1, [...fields, ...values]),
    ]
  })
}

/** The page of a guide, and each part from one heading to the next. */
function guideDocuments(): SearchDocument[] {
  return guides.flatMap(({ id, title, description, keywords, source, group }) => {
    const weight = { callers: 3, client: 2, operators: 1, recipes: 1.2 }[group]
    // Each part of the glossary is the page of a term.
    const ofParts = id === 'guides/glossary' ? 6 : weight / 2
    const [lead = '', ...sections] = source
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/\]\([^)]*\)/g, '')
      // Below a function or a type, the reference of the client has headings such as "Parameters" only.
      .split(group === 'client' ? /^## /m : /^##+ /m)
    const parts = sections.map((section): Part => {
      const [heading = '', ...lines] = section.split('\n')
      return { path: `${id}/#${slugOf(heading)}`, title: heading, text: lines.join(' ') }
    })
    const whole = { path: `${id}/`, title, names: id, keywords, text: `${description} ${lead}` }
    return [...documents(title, weight, [whole]), ...documents(title, ofParts, parts)]
  })
}

/** Pages that are made from the contract and its releases. */
function otherDocuments(): SearchDocument[] {
  const { lead, conventions } = introductionOf(current.contract)
  return [
    ...documents('Versions and changes', 3, [
      {
        path: 'changelog/',
        title: 'Versions and changes',
        keywords:
          'changelog, release notes, new, news, what is new, new features, what changed, breaking changes, versions, releases',
        text: 'Every version of the contract, with its date and its changes.',
      },
    ]),
    ...documents('Conventions', 3, [{ path: 'guides/conventions/', title: 'Conventions', text: lead }]),
    ...documents(
      'Conventions',
      1,
      conventions.map(
        ({ name, text }): Part => ({ path: `guides/conventions/#${slugOf(name)}`, title: name, text }),
      ),
    ),
    ...documents('Schemas', 1, [
      { path: 'schemas/', title: 'Schemas', text: 'Every schema of the contract, with its fields.' },
    ]),
    ...documents('Enums', 1, [
      { path: 'enums/', title: 'Enums', text: 'Every enum of the contract, with the meaning of each value.' },
    ]),
  ]
}

/** The anchor that Astro gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}
