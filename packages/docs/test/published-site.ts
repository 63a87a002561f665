import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, globSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publish } from '../src/build/publish.ts'
import { repository } from '../src/repository.ts'
import { laterContracts } from './later-contracts.ts'

const NOT_SOURCE = ['node_modules', 'dist', '.git', '.turbo', '.astro', 'published']

/**
 * A repository like this one with the tags of two releases and a tree after them, and the site that is published from it
 * at `https://docs.example/kit/`.
 *
 * @param folder in this repository: Astro loads no dependency that has no folder in common with its project
 */
export async function publishedSite(folder: string, server: string): Promise<string> {
  const tree = join(folder, 'repository')
  const files = globSync(['{packages,spec,examples}/**', 'package.json', 'pnpm-workspace.yaml'], {
    cwd: repository,
    exclude: ({ name }) => NOT_SOURCE.includes(name) || name.startsWith('.published-'),
    withFileTypes: true,
  })
  for (const file of files.filter(each => each.isFile())) {
    const path = join(file.parentPath, file.name)
    cpSync(path, join(tree, relative(repository, path)))
  }
  cpSync(join(repository, 'spec/dist'), join(tree, 'spec/dist'), { recursive: true })
  const git = (...args: string[]) => {
    const settings = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.org',
      '-c',
      'commit.gpgsign=false',
    ]
    execFileSync('git', [...settings, ...args], { cwd: tree, stdio: 'pipe' })
  }
  const commit = (message: string, version?: string) => {
    git('add', '--all', '--force')
    git('commit', '--quiet', '-m', message)
    if (version) git('tag', `@trading-network/spec@${version}`)
  }
  const guide = join(tree, 'packages/docs/guides/guides/2-paging.md')
  const contracts = laterContracts(tree)
  git('init', '--quiet')
  await contracts.first()
  commit('First', '3.0.0')
  await contracts.second()
  appendFileSync(guide, '\n## Of the second release\n\nA part.\n')
  commit('Second', '3.1.0')
  contracts.next()
  appendFileSync(guide, '\n## Of the next release\n\nA part.\n')
  commit('Next')

  const out = join(folder, 'site')
  Object.assign(process.env, {
    DOCS_BASE: '/kit',
    DOCS_SITE: 'https://docs.example',
    DOCS_SERVER: server,
  })
  publish({ repository: tree, out, trees: folder, install: linkDependencies })
  return out
}

/** The dependencies of this repository, in place of an installation. */
function linkDependencies(tree: string): void {
  for (const path of ['node_modules', ...globSync('{packages,spec}/**/package.json', { cwd: tree })]) {
    const place = path === 'node_modules' ? path : join(path, '../node_modules')
    if (existsSync(join(repository, place)) && !existsSync(join(tree, place)))
      symlinkSync(join(repository, place), join(tree, place))
  }
}
