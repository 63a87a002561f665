import type { BulkWriter } from './bulk-writer.ts'
import { createDatabase } from './database-file.ts'
import { isPostgres } from './database-url.ts'
import { PostgresWriter, type WriterOptions } from './postgres-writer.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import type { Writer } from './writer.ts'

/**
 * Opens a database for writing, an SQLite file by its path or a PostgreSQL database by its URL; makes its tables.
 *
 * @throws DatabaseError when it cannot be used, or another process writes to it
 */
export async function openWriter(
  database: string,
  options: WriterOptions = {},
): Promise<Writer | BulkWriter> {
  return isPostgres(database)
    ? PostgresWriter.open(database, options)
    : new SqliteWriter(createDatabase(database))
}
