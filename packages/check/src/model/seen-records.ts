import { hash } from 'node:crypto'
import { recordField } from '../contract/fields.ts'
import type { Operation } from '../contract/operations.ts'
import { isObject, type Json, valueAt } from '../json.ts'
import { declared } from '../meaning/lists.ts'
import { brokenRules, brokenTimes } from '../meaning/record-rules.ts'
import { pageOf } from '../search/page.ts'
import type { Exchange, Params } from '../service/exchange.ts'
import { BlockClaims } from './block-claims.ts'
import { identityOf } from './compare.ts'
import { FieldsSeen } from './fields-seen.ts'

/** Compares the same record across all responses of one block. */
export class SeenRecords {
  /** The latest text of each record, and of what is beside the page. */
  readonly #texts = new Map<string, { readonly height: string | null; readonly text: string }>()
  /** Per target: the tags of the first and the last response, and a hash of the last body. */
  readonly #tags = new Map<string, { readonly first: string; readonly tag: string; readonly body: string }>()
  readonly fields = new FieldsSeen()
  readonly blocks = new BlockClaims()

  /**
   * Notes the records of a response.
   *
   * @returns a sentence for each record or header that contradicts an earlier response, or breaks a rule
   */
  note(operation: Operation, params: Params, exchange: Exchange): string[] {
    const { status, method, headers, body } = exchange
    const claims = this.blocks.note(exchange)
    if (status !== 200 || method !== 'GET' || !isObject(body)) return claims
    const height = headers.get('x-block-height')
    const problems = [...claims, ...this.#noteTag(exchange)]
    const required = operation.parameters.filter(parameter => parameter.required)
    const subject = required.map(({ name }) => String(params[name] ?? '').toLowerCase()).join(' ')
    if (operation.page === undefined) {
      const record = valueAt(body, recordField(operation)) ?? null
      const version = String(params.version ?? 'latest')
      // An earlier version keeps its state.
      if (version === 'latest') problems.push(...brokenTimes(record, headers.get('x-block-timestamp')))
      return [...problems, ...this.#noteRecord(operation, record, `${subject} ${version}`, height)]
    }
    const { [operation.page]: _, ...beside } = body
    if (this.#contradicted(`${operation.id} ${subject}`, JSON.stringify(beside), height) !== undefined) {
      const names = Object.keys(beside).join(', ')
      problems.push(`${names} must be the same in all responses of one block`)
    }
    const meaning = declared[operation.id]
    if (!meaning) return problems
    const shape = shapeOf(operation, meaning.shapedBy ?? [], params)
    const page = pageOf(operation, exchange)
    const edges = page?.edges ?? []
    if (new Set(edges.map(({ cursor }) => cursor)).size < edges.length)
      problems.push('two rows of a page must not have the same cursor')
    if (page && page.startCursor !== (edges[0]?.cursor ?? ''))
      problems.push('startCursor must be that of the first row')
    if (page && page.endCursor !== (edges.at(-1)?.cursor ?? ''))
      problems.push('endCursor must be that of the last row')
    for (const { node } of edges) {
      problems.push(...this.#noteRecord(operation, node, `${identityOf(meaning, node)} ${shape}`, height))
    }
    return [...new Set(problems)]
  }

  #noteRecord(operation: Operation, record: Json, name: string, height: string | null): string[] {
    const key = `${operation.id} ${name}`
    const text = JSON.stringify(record)
    if (this.#texts.get(key)?.text !== text) this.fields.note(operation, record)
    const broken = brokenRules(operation.id, record)
    const before = this.#contradicted(key, text, height)
    if (before === undefined) return broken
    const path = firstDifference(JSON.parse(before) as Json, record)
    return [...broken, `${path} of a record must be the same in all responses of one block`]
  }

  /** Remembers a text. Returns the earlier one of the same block if it differs. The block height must be known. */
  #contradicted(key: string, text: string, height: string | null): string | undefined {
    const before = this.#texts.get(key)
    if (before && before.height === height && height !== null && before.text !== text) return before.text
    this.#texts.set(key, { height, text })
    return undefined
  }

  /** The tag of the first response of this run to a path and query. */
  firstTagOf(target: string): string | undefined {
    return this.#tags.get(target)?.first
  }

  #noteTag({ target, headers, text }: Exchange): string[] {
    const tag = headers.get('etag')
    if (tag === null) return []
    const body = hash('sha1', text)
    const before = this.#tags.get(target)
    this.#tags.set(target, { first: before?.first ?? tag, tag, body })
    const isStale = before?.tag === tag && before.body !== body
    return isStale ? ['ETag must change when the body changes'] : []
  }
}

/** The values of the parameters that change the fields of records, defaults included. */
function shapeOf({ parameters }: Operation, names: readonly string[], params: Params): string {
  const defaultOf = (name: string) => parameters.find(parameter => parameter.name === name)?.default
  return names.map(name => params[name] ?? defaultOf(name)).join(' ')
}

/** The path of the first field in which two records differ. */
function firstDifference(before: Json, now: Json, path = ''): string {
  if (!isObject(before) || !isObject(now)) return path === '' ? 'everything' : path
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const name = names.find(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
  if (name === undefined) return path === '' ? 'the order of fields' : path
  return firstDifference(before[name] ?? null, now[name] ?? null, path === '' ? name : `${path}.${name}`)
}
