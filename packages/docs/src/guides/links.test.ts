import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../guides', import.meta.url))
const files = globSync('{guides,recipes}/*.md', { cwd: folder })
const addresses = files.map(
  file => `/${file.replace(basename(file), basename(file).replace(/^\d+-|\.md$/g, ''))}/`,
)

// The tests of the site follow each link, when it is built; this one tells at once.
it.each(files)('%s links to guides that there are', file => {
  const links = readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\]\((\/(?:guides|recipes)\/[\w-]+\/)/g)
  expect([...links].map(([, link]) => link).filter(link => !addresses.includes(link ?? ''))).toEqual([])
})
