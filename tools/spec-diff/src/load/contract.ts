import { createHash } from 'node:crypto'
import { isRemote, joined } from './addresses.ts'
import {
  asObject,
  canonical,
  escapePointer,
  isObject,
  type Json,
  type JsonObject,
  ownMember,
  unescapePointer,
  visit,
} from './json.ts'
import { linesOf } from './lines.ts'
import { InputError } from './parse.ts'

/** The place of an object: the file as the user would name it, and a JSON pointer into it. */
export interface Place {
  file: string
  pointer: string
}

/** An OpenAPI document with every file that it refers to. */
export class Contract {
  /** The path that it was loaded from. */
  readonly file: string
  readonly root: JsonObject
  /** Schemas of OpenAPI 3.0 have `nullable` and boolean exclusive bounds. */
  readonly isOpenApi30: boolean
  readonly #files: ReadonlyMap<string, { text: string; content: Json }>
  readonly #places = new WeakMap<object, Place>()
  readonly #anchors = new Map<string, Map<string, Json>>()

  constructor(file: string, files: ReadonlyMap<string, { text: string; content: Json }>) {
    this.file = file
    this.#files = files
    for (const [path, { content }] of files) this.#locate(content, path, '')
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

  /** Gives an object that replaces another one in the normal form the place of that one. */
  placeLike(made: object, original: object): void {
    this.#places.set(made, this.place(original))
  }

  /** The lines, from 1, of objects or of their members. Each file is read once more for them. */
  lines(sources: readonly { node: object; key?: string }[]): number[] {
    const places = sources.map(({ node, key }) => this.place(node, key))
    const byFile = Map.groupBy(places, ({ file }) => file)
    const lines = new Map(
      [...byFile].map(([file, inFile]) => {
        const pointers = new Set(inFile.map(({ pointer }) => pointer))
        return [file, linesOf(this.#files.get(file)?.text ?? '', pointers)]
      }),
    )
    return places.map(({ file, pointer }) => lines.get(file)?.get(pointer) ?? 1)
  }

  /**
   * The target of a `$ref`.
   *
   * @param holder The object with the `$ref`, which is relative to its file.
   * @throws InputError for a remote target, or a missing one.
   */
  follow(holder: JsonObject, ref: string): Json {
    const { file, pointer } = this.place(holder)
    if (isRemote(ref))
      throw new InputError(`${file}${pointer}: ${ref} is remote, and remote references are not fetched`)
    const [path = '', fragment = ''] = ref.split('#')
    const target = this.#find(path === '' ? file : joined(file, path), decodeURIComponent(fragment))
    if (target === undefined) throw new InputError(`${file}${pointer}: nothing is at ${ref}`)
    return target
  }

  #find(file: string, fragment: string): Json | undefined {
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchorsOf(file).get(fragment)
    const segments = fragment.split('/').slice(1).map(unescapePointer)
    return segments.reduce<Json | undefined>(ownMember, this.#files.get(file)?.content)
  }

  #anchorsOf(file: string): Map<string, Json> {
    const known = this.#anchors.get(file)
    if (known) return known
    const anchors = new Map<string, Json>()
    this.#anchors.set(file, anchors)
    visit(this.#files.get(file)?.content, node => {
      for (const name of [node.$anchor, node.$dynamicAnchor])
        if (typeof name === 'string') anchors.set(name, node)
    })
    return anchors
  }

  #locate(value: Json, file: string, pointer: string): void {
    if (typeof value !== 'object' || value === null || this.#places.has(value)) return
    this.#places.set(value, { file, pointer })
    for (const [key, member] of Object.entries(value))
      this.#locate(member, file, `${pointer}/${escapePointer(key)}`)
  }
}
