import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The root of the repository, looked for from the working directory upwards. The site's code runs bundled, where
 * the place of a module says nothing about the place of its source.
 */
export const repository = rootAbove(process.cwd())

/** The folder with the contract, its releases and their changelogs. */
export const contracts = join(repository, 'spec')

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('the site is built inside its repository')
  return rootAbove(parent)
}

/** The page of the repository, for the header. */
export const repositoryUrl: string = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
).repository.url.replace(/^git\+|\.git$/g, '')
