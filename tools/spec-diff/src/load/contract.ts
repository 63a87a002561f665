import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  asObject,
  canonical,
  escapePointer,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  unescapePointer,
} from './json.ts'
import { linesOf } from './lines.ts'
import { InputError, parse } from './parse.ts'

/** Where an object stands: the file as the user would name it, and a JSON pointer into it. */
export interface Place {
  file: string
  pointer: string
}

/** An OpenAPI document with every file that it refers to. */
export class Contract {
  readonly root: JsonObject
  /** Whether schemas are of OpenAPI 3.0, whose dialect has `nullable` and boolean exclusive bounds. */
  readonly isOpenApi30: boolean
  readonly #files: ReadonlyMap<string, { text: string; content: Json }>
  readonly #places = new WeakMap<object, Place>()
  readonly #anchors = new Map<string, Map<string, Json>>()

  /** The path that it was loaded from. */
  readonly file: string

  constructor(file: string, texts: ReadonlyMap<string, string>, parsed: ReadonlyMap<string, Json>) {
    this.file = file
    this.#files = new Map(
      [...texts].map(([path, text]) => [path, { text, content: parsed.get(path) as Json }]),
    )
    for (const [path, { content }] of this.#files) this.#locate(content, path, '')
    const root = parsed.get(file)
    if (!isObject(root) || typeof root.openapi !== 'string' || !/^3\.\d/.test(root.openapi))
      throw new InputError(`${file} is not an OpenAPI 3 document: its member "openapi" must say 3.x`)
    this.root = root
    this.isOpenApi30 = root.openapi.startsWith('3.0')
  }

  /** `info.version`, or an empty text. */
  get version(): string {
    return String(asObject(this.root.info).version ?? '')
  }

  /** Hash of the content of all files, whatever their layout. */
  get sha256(): string {
    const contents = [...this.#files.values()].map(({ content }) => canonical(content)).sort()
    return createHash('sha256').update(contents.join('\n')).digest('hex')
  }

  /** The place of an object of this document, or of a member of it. */
  place(node: object, key?: string): Place {
    const { file, pointer } = this.#places.get(node) ?? { file: this.file, pointer: '' }
    return { file, pointer: key === undefined ? pointer : `${pointer}/${escapePointer(key)}` }
  }

  /** Gives an object that was made while normalising the place of the one it stands for. */
  placeLike(made: object, original: object): void {
    this.#places.set(made, this.place(original))
  }

  /**
   * The lines, from 1, of objects or of their members. A file is read once more for all of them together, and nothing
   * of that is kept.
   */
  lines(sources: readonly { node: object; key?: string }[]): number[] {
    const pointers = sources.map(({ node, key }) => this.place(node, key))
    const byFile = Map.groupBy(pointers, ({ file }) => file)
    const lines = new Map(
      [...byFile].map(([file, its]) => {
        const { text } = this.#files.get(file) ?? { text: '' }
        return [file, linesOf(text, new Set(its.map(({ pointer }) => pointer)))] as const
      }),
    )
    return pointers.map(({ file, pointer }) => lines.get(file)?.get(pointer) ?? 1)
  }

  /**
   * The target of a `$ref`.
   *
   * @param holder The object that has the `$ref`: it is relative to the holder's file.
   * @throws InputError when the target does not exist.
   */
  follow(holder: JsonObject, ref: string): Json {
    const from = this.place(holder)
    const [path = '', fragment = ''] = ref.split('#')
    const file = path === '' ? from.file : joined(from.file, path)
    const found = isRemote(ref) ? undefined : this.#find(file, decodeURIComponent(fragment))
    if (isRemote(ref))
      throw new InputError(
        `${from.file}${from.pointer}: ${ref} is remote, and remote references are not fetched`,
      )
    if (found === undefined) throw new InputError(`${from.file}${from.pointer}: nothing is at ${ref}`)
    return found
  }

  #find(file: string, fragment: string): Json | undefined {
    const content = this.#files.get(file)?.content
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchorsOf(file).get(fragment)
    return fragment
      .split('/')
      .slice(1)
      .reduce<Json | undefined>((at, segment) => member(at, unescapePointer(segment)), content)
  }

  #anchorsOf(file: string): Map<string, Json> {
    const known = this.#anchors.get(file) ?? new Map<string, Json>()
    if (!this.#anchors.has(file)) {
      this.#anchors.set(file, known)
      visit(this.#files.get(file)?.content, node => {
        for (const key of ['$anchor', '$dynamicAnchor'])
          if (typeof node[key] === 'string') known.set(node[key], node)
      })
    }
    return known
  }

  #locate(value: Json, file: string, pointer: string): void {
    if (typeof value !== 'object' || value === null || this.#places.has(value)) return
    this.#places.set(value, { file, pointer })
    for (const [key, each] of Object.entries(value))
      this.#locate(each, file, `${pointer}/${escapePointer(key)}`)
  }
}

/**
 * Reads a document and, file by file, all that it refers to.
 *
 * @param path JSON or YAML.
 * @throws InputError for a file that is missing, malformed or not OpenAPI 3.
 */
export async function load(path: string, read = readText): Promise<Contract> {
  const texts = new Map<string, string>()
  const parsed = new Map<string, Json>()
  const waiting = [path]
  const asked = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (asked.has(file)) continue
    asked.add(file)
    const text = await read(file).catch((error: InputError) => {
      // Only the document itself must be there: example values may hold a `$ref` that is no reference.
      if (file === path) throw error
    })
    if (text === undefined) continue
    const content = parse(text, file)
    texts.set(file, text)
    parsed.set(file, content)
    waiting.push(...referredFiles(content, file))
  }
  return new Contract(path, texts, parsed)
}

/** A document that is in memory already, as one file. */
export function contractOf(content: Json, file = 'contract.json'): Contract {
  return new Contract(file, new Map([[file, jsonText(content)]]), new Map([[file, content]]))
}

const run = promisify(execFile)

/** `HEAD~1:spec/openapi.yaml`: a file of a revision in git. A drive letter or an address is none. */
const inGit = /^([^:/\\][^:]+):(?!\/\/)(.+)$/

async function readText(file: string): Promise<string> {
  const [, revision, path] = inGit.exec(file) ?? []
  try {
    if (file === '-') return await text(process.stdin)
    if (revision !== undefined && path !== undefined && !existsSync(file)) {
      const options = { maxBuffer: 2 ** 30 }
      return (await run('git', ['show', '--end-of-options', `${revision}:./${path}`], options)).stdout
    }
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`)
  }
}

function referredFiles(content: Json, file: string): string[] {
  const found: string[] = []
  visit(content, node => {
    const ref = typeof node.$ref === 'string' ? node.$ref.split('#')[0] : ''
    if (ref && !isRemote(ref)) found.push(joined(file, ref))
  })
  return found
}

function visit(value: Json | undefined, each: (node: JsonObject) => void, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (isObject(value)) each(value)
  for (const child of Object.values(value)) visit(child, each, seen)
}

function member(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as JsonObject)[key]
}

/** Whether a reference starts with a scheme, as `https://` does. */
function isRemote(ref: string): boolean {
  return /^[a-z][a-z+.-]+:/i.test(ref)
}

/** The path of a file that another one names; relative to where the command runs, as the user's own paths are. */
function joined(from: string, path: string): string {
  const [, revision, inside] = inGit.exec(from) ?? []
  if (revision !== undefined && inside !== undefined && !existsSync(from))
    return `${revision}:${joined(inside, path)}`
  const full = resolve(dirname(from), decodeURIComponent(path))
  return from.startsWith('/') ? full : relative('.', full)
}
