import { createHash } from 'node:crypto'
import { decoded, escapePointer, isRemote, joined, unescapePointer } from './addresses.ts'
import { asObject, isObject, type Json, type JsonObject, ownMember, walk } from './json.ts'
import { InputError } from './parse.ts'
import { positionsOf } from './positions.ts'

export interface Source {
  text: string
  content: Json
}

/** The place of an object: the file as the user would name it, a JSON pointer into it, and the line, from 1. */
export interface Place {
  file: string
  pointer: string
  line: number
}

/** An object of a document, or a member of it. */
export interface Part {
  node: object
  key?: string
}

/** An OpenAPI document with every file that it refers to. */
export class Contract {
  readonly file: string
  readonly root: JsonObject
  /** Schemas of OpenAPI 3.0 have `nullable` and boolean exclusive bounds. */
  readonly isOpenApi30: boolean
  readonly #files: ReadonlyMap<string, Source>
  /** The file of each object of a document with several files. */
  readonly #homes = new WeakMap<object, string>()
  readonly #originals = new WeakMap<object, object>()
  readonly #made = new WeakMap<object, Map<string, JsonObject | undefined>>()
  /** Schemas by file and anchor. */
  readonly #anchors = new Map<string, Json>()

  constructor(file: string, files: ReadonlyMap<string, Source>) {
    this.file = file
    this.#files = files
    for (const [path, { content }] of files)
      walk(content, node => {
        if (files.size > 1) this.#homes.set(node, path)
        for (const name of [node.$anchor, node.$dynamicAnchor])
          if (typeof name === 'string') this.#anchors.set(`${path}#${name}`, node)
      })
    const root = files.get(file)?.content
    if (!isObject(root) || typeof root.openapi !== 'string' || !/^3\.\d/.test(root.openapi))
      throw new InputError(`${file} is not an OpenAPI 3 document: its member "openapi" must say 3.x`)
    this.root = root
    this.isOpenApi30 = root.openapi.startsWith('3.0')
  }

  /** `info.version`, or an empty text. */
  get version(): string {
    return String(asObject(this.root.info).version ?? '')
  }

  /** Hash of the text; of several files, the hash of their hashes. */
  get sha256(): string {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const [first = '', ...others] = [...this.#files.values()].map(({ text }) => hash(text)).sort()
    return others.length > 0 ? hash([first, ...others].join('\n')) : first
  }

  fileOf(node: object): string {
    return this.#homes.get(this.#originals.get(node) ?? node) ?? this.file
  }

  /** Gives an object that replaces another one in the normal form the place of that one. */
  placeLike<Made extends object>(made: Made, original: object): Made {
    this.#originals.set(made, this.#originals.get(original) ?? original)
    return made
  }

  /** The object that replaces another one in the normal form. It is made once for each use, with the place of the other. */
  madeOnce<Made extends JsonObject | undefined>(original: object, use: string, make: () => Made): Made {
    const known = this.#made.get(original) ?? new Map<string, JsonObject | undefined>()
    this.#made.set(original, known)
    if (!known.has(use)) {
      const made = make()
      known.set(use, made && this.placeLike(made, original))
    }
    return known.get(use) as Made
  }

  /** The places of objects, or of their members. Each file is read once for all of them. */
  locate(parts: readonly Part[]): Map<Part, Place> {
    const originalOf = ({ node }: Part) => this.#originals.get(node) ?? node
    const nodes = new Set(parts.map(originalOf))
    const files = new Set([...nodes].map(node => this.fileOf(node)))
    const positions = new Map(
      [...files].flatMap(file => {
        const { text, content } = this.#files.get(file) as Source
        return [...positionsOf(text, content, nodes)]
      }),
    )
    const placeOf = (part: Part): Place => {
      const node = originalOf(part)
      const { pointer = '', lines } = positions.get(node) ?? {}
      const member = part.key === undefined ? '' : `/${escapePointer(part.key)}`
      const line = lines?.get(part.key) ?? lines?.get(undefined) ?? 1
      return { file: this.fileOf(node), pointer: pointer + member, line }
    }
    return new Map(parts.map(part => [part, placeOf(part)]))
  }

  /**
   * The target of a `$ref`.
   *
   * @param holder The object with the `$ref`, which is relative to its file.
   * @throws InputError for a remote target, or a missing one.
   */
  follow(holder: JsonObject, ref: string): Json {
    const target = this.target(holder, ref)
    if (target !== undefined) return target
    const [place] = this.locate([{ node: holder }]).values()
    const problem = isRemote(ref)
      ? `${ref} is remote, and remote references are not fetched`
      : `nothing is at ${ref}`
    throw new InputError(`${place?.file}${place?.pointer}: ${problem}`)
  }

  /** The target of a `$ref`; undefined for a remote or a missing one. In data, an object may look like a reference. */
  target(holder: JsonObject, ref: string): Json | undefined {
    if (isRemote(ref)) return undefined
    const [path = '', fragment = ''] = ref.split('#')
    const file = this.fileOf(holder)
    return this.#find(path === '' ? file : joined(file, path), decoded(fragment))
  }

  #find(file: string, fragment: string): Json | undefined {
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchors.get(`${file}#${fragment}`)
    const segments = fragment.split('/').slice(1).map(unescapePointer)
    return segments.reduce<Json | undefined>(ownMember, this.#files.get(file)?.content)
  }
}
