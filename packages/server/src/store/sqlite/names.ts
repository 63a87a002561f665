import type { Sqlite } from './sqlite.ts'

/** Maximum number of cached names. The whole cache is cleared beyond it, so that memory stays bounded. */
const MAX_NAMES = 200_000

/** The table of names, which rows refer to by number. */
export class Names {
  readonly #sqlite: Sqlite
  readonly #cache = new Map<string, bigint>()

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
  }

  /** Returns the number of a name; undefined for an unknown one. */
  find(text: string): bigint | undefined {
    const id = this.#cache.get(text)
    if (id !== undefined) return id
    const row = this.#sqlite.first('SELECT id FROM names WHERE text = ?', [text])
    return row && this.#remember(text, row[0] as bigint)
  }

  /** Returns the number of a name. A new name gets one. */
  intern(text: string): bigint {
    const known = this.find(text)
    if (known !== undefined) return known
    const row = this.#sqlite.first('INSERT INTO names (text) VALUES (?) RETURNING id', [text])
    return this.#remember(text, row?.[0] as bigint)
  }

  /** Forgets the names in memory. A rollback takes back the new ones. */
  clear(): void {
    this.#cache.clear()
  }

  #remember(text: string, id: bigint): bigint {
    if (this.#cache.size >= MAX_NAMES) this.#cache.clear()
    this.#cache.set(text, id)
    return id
  }
}
