import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publish } from './publish.ts'

/** `pnpm long whole` publishes the real site. Here the site of a tree is one page with its text and its place. */
let folder: string
let repository: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'))
  repository = join(folder, 'repository')
  mkdirSync(repository)
  git('init', '--quiet')
})
afterEach(() => rmSync(folder, { recursive: true }))

function git(...args: string[]): string {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...person, ...args], { cwd: repository, encoding: 'utf8' })
}

function commit(text: string, ...versions: string[]): void {
  writeFileSync(join(repository, 'text'), text)
  git('add', '--all')
  git('commit', '--quiet', '-m', text)
  for (const version of versions) git('tag', `@trading-network/spec@${version}`)
}

/** Publishes, and returns the installed trees and the page of each place; undefined where there is none. */
function published(...places: string[]) {
  const out = join(folder, 'site')
  const installed: string[] = []
  publish({
    repository,
    out,
    kept: join(folder, 'kept'),
    trees: folder,
    install: tree => installed.push(readFileSync(join(tree, 'text'), 'utf8')),
    build(tree, place, folder) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'index.html'), `${readFileSync(join(tree, 'text'), 'utf8')} for "${place}"`)
    },
  })
  const page = (place: string) => join(out, place, 'index.html')
  const versions = JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8')) as unknown
  const pages = places.map(place => (existsSync(page(place)) ? readFileSync(page(place), 'utf8') : undefined))
  return { installed, pages, versions }
}

it('joins the sites of two releases and of the tree after them', () => {
  commit('Before', '2.1.0')
  commit('First', '3.0.0')
  commit('Trial', '3.1.0-beta.0')
  commit('Second', '3.1.0')
  commit('Next')
  expect(published('', 'v/3.1.0', 'v/3.0.0', 'next', 'v/2.1.0', 'v/3.1.0-beta.0')).toEqual({
    installed: ['Second', 'First', 'Next'],
    pages: ['Second for ""', 'Second for ""', 'First for "v/3.0.0"', 'Next for "next"', undefined, undefined],
    versions: [
      { name: '3.1.0', place: '' },
      { name: '3.0.0', place: 'v/3.0.0/' },
      { name: 'next', place: 'next/' },
    ],
  })
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
})

it('has no next version at a release, and drops the one of before', () => {
  commit('First', '3.0.0')
  commit('Next')
  published()
  git('tag', '@trading-network/spec@3.1.0')
  expect(published('', 'v/3.0.0', 'next')).toMatchObject({
    pages: ['Next for ""', 'First for "v/3.0.0"', undefined],
    versions: [
      { name: '3.1.0', place: '' },
      { name: '3.0.0', place: 'v/3.0.0/' },
    ],
  })
})

it('builds a release once, and again where its place has changed', () => {
  commit('First', '3.0.0')
  expect(published().installed).toEqual(['First'])
  commit('Second', '3.1.0')
  // At the root it was the newest. Now it is only at its own address.
  expect(published().installed).toEqual(['Second', 'First'])
  commit('Next')
  const { installed, pages } = published('', 'v/3.0.0', 'next')
  expect(installed).toEqual(['Next'])
  expect(pages).toEqual(['Second for ""', 'First for "v/3.0.0"', 'Next for "next"'])
})
