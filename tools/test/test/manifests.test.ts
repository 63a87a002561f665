import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLISHED } from '../src/packages.ts'
import { root } from '../src/run.ts'
import { documents, links } from './documents.ts'

interface Manifest {
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string }
  readonly homepage: string
  readonly bugs: string
  readonly keywords: readonly string[]
  readonly files: readonly string[]
}

const manifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** The address of the repository stands in the root's package.json; everything else follows it. */
const { url } = manifest('.').repository
const address = url.replace(/^git\+|\.git$/g, '')
const raw = address.replace('//github.com/', '//raw.githubusercontent.com/')

describe.each(['spec', ...PUBLISHED])('the package of %s', folder => {
  const { repository, homepage, bugs, keywords, files } = manifest(folder)

  it('leads to its folder of the repository', () => {
    expect(repository).toEqual({ type: 'git', url, directory: folder })
    expect(homepage.startsWith(address) && homepage.endsWith('#readme')).toBe(true)
    expect(bugs).toBe(`${address}/issues`)
    expect(keywords.length).toBeGreaterThan(3)
  })

  it('contains its changelog', () => {
    expect(files).toContain('CHANGELOG.md')
  })

  it('has a README whose links work on a registry', () => {
    const readme = documents.find(({ path }) => path === join(folder, 'README.md'))
    const packed = new Set(globSync([...files], { cwd: join(root, folder) }))
    const dead = (readme ? links(readme) : []).filter(link => {
      if (!/^[a-z]+:/.test(link)) return !packed.has(link)
      if (link === address || (!link.startsWith(address) && !link.startsWith(raw))) return false
      const [, path] = /\/main\/(.+)$/.exec(link) ?? []
      return !path || !existsSync(join(root, path))
    })
    expect(dead).toEqual([])
  })

  it('contains the source that its maps lead to', () => {
    const config = join(root, folder, 'tsconfig.build.json')
    if (!existsSync(config)) return
    const { extends: shared, compilerOptions } = JSON.parse(readFileSync(config, 'utf8'))
    const common = JSON.parse(readFileSync(join(root, folder, shared), 'utf8')).compilerOptions
    expect({ ...common, ...compilerOptions }).toMatchObject({ declarationMap: true, sourceMap: true })
    expect(files).toContain('src')
  })
})

// npm 12 runs no install scripts. The pnpm that it installs is then a shell script without `#!`, which turbo cannot start.
it('the workspace has a pnpm that turbo can start', () => {
  const file = readFileSync(join(root, 'node_modules/.bin/pnpm'), 'latin1')
  expect(file).toMatch(/^(#!|\x7fELF)/)
})
