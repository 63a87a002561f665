/**
 * Loaded into a command before the program itself. Root becomes the user who owns nothing when the database is looked
 * for: by then everything is loaded, since that user may not enter a checkout inside root's home. Any other user stays
 * the same.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import '../src/commands/failure.ts'

const NOBODY = 65534

const { existsSync } = fs
fs.existsSync = path => {
  if (String(path).endsWith('.sqlite') && process.getuid?.() === 0) {
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
  }
  return existsSync(path)
}
syncBuiltinESMExports()
