import pg from 'pg'

const BOOL = 16
const BYTEA = 17
const INT8 = 20
const INT4 = 23

const bytes = pg.types.getTypeParser(BYTEA)

/** Makes `pg` return SQLite's types: bigint for integers and booleans, a Buffer for bytes, else text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: text => (text === 't' ? 1n : 0n),
  [BYTEA]: text => bytes(text),
  [INT8]: BigInt,
  [INT4]: BigInt,
}

export function parserOf(type: number): (text: string) => unknown {
  return parsers[type] ?? restored
}

/** PostgreSQL text cannot contain a zero character. Two private characters replace it and themselves. */
const ESCAPE = '\uE000'
const ZERO = '\uE001'

export function storable(text: string): string {
  if (!text.includes('\u0000') && !text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\u0000', ESCAPE + ZERO)
}

function restored(text: string): string {
  if (!text.includes(ESCAPE)) return text
  return text.replaceAll(/\uE000([\uE000\uE001])/g, (_, kind: string) => (kind === ZERO ? '\u0000' : ESCAPE))
}
