/**
 * A read model as data: its columns, the key an event names it by, and the orders it can be read in.
 * Both the schema and every SQL text are derived from this description.
 */

/**
 * The stored form of a column:
 * `name` an identifier or enum, interned as an integer; `hash` a hexadecimal id of 32 bytes;
 * `integer` a 64-bit integer, a bigint in JavaScript; `text` any other value.
 */
export type ColumnKind = 'name' | 'hash' | 'integer' | 'text'

type Value<Kind extends ColumnKind> = Kind extends 'integer' ? bigint : string

/** A whole row, as a projection writes it. */
export type Row<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends ColumnKind ? Value<Columns[Name]> : never
}

/** The columns that a read by key returns: those that need no look-up in another table. */
export type Kept<Columns> = {
  [Name in keyof Columns as Columns[Name] extends 'integer' | 'text' ? Name : never]: Row<Columns>[Name]
}

export type Columns = Readonly<Record<string, ColumnKind>>

/** How the rows of a table are stored and found. */
interface Access<Column extends string, Key extends string> {
  /** The columns that identify a record: an event about a known record replaces its row. */
  readonly key: readonly Key[]
  /** Columns that keep their first value. Updates leave them out, and so do not touch indexes of only such columns. */
  readonly fixed?: readonly (Column | keyof typeof sortKey)[]
  /** Leading columns of the clustered primary key; the sort key follows. Without it, rows are stored by arrival. */
  readonly cluster?: readonly Column[]
  /** Equality columns of each further index; the sort key follows them, so that a page is one range of it. */
  readonly indexes?: readonly (readonly Column[])[]
  /**
   * The value of each column that is newer than a database may be: an SQL expression on the row of an older version. It
   * reads a field of the record with `edge -> 'node' ->> 'name'`, the text of a `name` with
   * `(SELECT text FROM names WHERE id = market)`. Only the file is upgraded; a mirror is restored from it.
   */
  readonly added?: Readonly<Partial<Record<Column, string>>>
  /**
   * The changes of the stored JSON, in order: a name, and an SQL expression for the new `edge` of a row; the new `node` if
   * the table is not listed. It must edit the JSON as text, since JSON functions change its spaces.
   */
  readonly changes?: Readonly<Record<string, string>>
  /** A time that clients filter by range, and the column with its distance from `at`. */
  readonly delay?: Delay<Column>
  /** For a table whose history an operator may limit. */
  readonly retention?: Retention<Column>
}

/** A table with unknown row types, for the store and the paging module. */
export interface AnyTable extends Access<string, string> {
  readonly name: string
  readonly columns: Columns
  readonly indexes: readonly (readonly string[])[]
}

/** The records that are removed some time after their end. */
export interface Retention<Column extends string = string> {
  /** The column with the time of the block that ended the record (Unix nanoseconds), or {@link LIVE}. */
  readonly ended: Column
  /** Tables with further rows of a record, which have its key. They are removed together with it. */
  readonly dependents?: readonly AnyTable[]
}

export function dependentsOf({ retention }: AnyTable): readonly AnyTable[] {
  return retention?.dependents ?? []
}

/** The end of a record that has not ended. */
export const LIVE = 2n ** 63n - 1n

/**
 * A list is sorted by `at`, and a filter may ask for a range of another time, which is usually later. Its rows are in the
 * part of the list that begins the greatest delay before the range, and ends the least delay before its end.
 */
export interface Delay<Column extends string = string> {
  readonly of: Column
  /** Both times in whole seconds, the other one minus `at`. Nanoseconds would not fit into 64 bits. */
  readonly column: Column
}

export interface Table<Cols extends Columns, Key extends keyof Cols & string> extends AnyTable {
  readonly columns: Cols
  readonly key: readonly Key[]
}

/**
 * The sort key of a listed record, fixed when the record first appears: `at` is its own creation time
 * (Unix nanoseconds; an epoch for rewards), `pos` the number of the event that brought it. A plain column, never the
 * rowid: SQLite seeks past equal times only over columns of the index itself.
 */
const sortKey = { at: 'integer', pos: 'integer' } as const

export function table<const Cols extends Columns, const Key extends keyof Cols & string>(
  name: string,
  columns: Cols,
  access: Access<keyof Cols & string, Key>,
): Table<Cols, Key> {
  return { name, columns, indexes: [], ...access }
}

/**
 * A table whose records are listed in pages. `tag` binds cursors to it: the operation's number in the source
 * document.
 */
export type ListedTable = AnyTable & { readonly tag: number }

/** Declares a table that is listed: columns that filter, the sort key, and the ready-made edge. */
export function list<const Cols extends Columns, const Key extends keyof Cols & string>(
  name: string,
  tag: number,
  columns: Cols,
  access: Access<keyof Cols & string, Key>,
): Table<Cols & typeof sortKey & { readonly edge: 'text' }, Key> & { readonly tag: number } {
  return { name, tag, columns: { ...columns, ...sortKey, edge: 'text' }, indexes: [], ...access }
}

export function isListed(table: AnyTable): table is ListedTable {
  return 'tag' in table
}
