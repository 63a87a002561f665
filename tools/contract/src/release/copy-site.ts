import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `prepack` and `postpack` of the server: its package contains the reference site, so an installed server serves it
 * too, with the changes of each version and their feed.
 *
 * usage: copy-site.ts [--remove]
 */
const built = fileURLToPath(new URL('../../../../packages/docs/dist', import.meta.url))
const copy = join(fileURLToPath(new URL('../../../../packages/server', import.meta.url)), 'site')

rmSync(copy, { recursive: true, force: true })
if (process.argv[2] !== '--remove') {
  if (!existsSync(`${built}/index.html`)) throw new Error('The site is not built: run `pnpm build` first')
  cpSync(built, copy, { recursive: true })
}
