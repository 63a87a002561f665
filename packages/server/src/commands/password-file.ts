import { readFileSync } from 'node:fs'
import { DatabaseError } from '../store/database-error.ts'

/**
 * Sets PGPASSWORD to the content of the file in PGPASSWORD_FILE. Containers mount secrets as files, and PostgreSQL's
 * clients read only PGPASSWORD.
 *
 * @throws DatabaseError when the file cannot be read
 */
export function readPasswordFile(env: NodeJS.ProcessEnv = process.env): void {
  const { PGPASSWORD_FILE: file } = env
  if (!file || env.PGPASSWORD) return
  try {
    env.PGPASSWORD = readFileSync(file, 'utf8').trimEnd()
  } catch (cause) {
    throw new DatabaseError(`PGPASSWORD_FILE cannot be read: ${(cause as Error).message}`, { cause })
  }
}
