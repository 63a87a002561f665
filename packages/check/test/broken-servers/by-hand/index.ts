import { bodies } from './bodies.ts'
import type { CaughtServer } from './caught.ts'
import { errors } from './errors.ts'
import { headers } from './headers.ts'
import { moving } from './moving.ts'
import { paging } from './paging.ts'
import { records } from './records.ts'
import { tags } from './tags.ts'
import { waiting } from './waiting.ts'

/** Broken servers that only a person would think of: most are mistakes that an earlier version of the check passed. */
export const handMadeServers: readonly CaughtServer[] = [
  ...bodies,
  ...errors,
  ...headers,
  ...paging,
  ...records,
  ...moving,
  ...tags,
  ...waiting,
]
