import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../src/run.ts'

interface Lockfile {
  readonly importers: Readonly<Record<string, Readonly<Record<string, Record<string, { version: string }>>>>>
  readonly packages: Readonly<Record<string, { readonly resolution: Readonly<Record<string, unknown>> }>>
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lockfiles = globSync('**/pnpm-lock.yaml', {
  cwd: root,
  exclude: path => /node_modules|\.turbo/.test(path),
})

/** Entries of a lockfile that the registry's own checksum does not vouch for, or that come from anywhere else. */
function strangers(text: string): string[] {
  const { importers, packages } = parse(text) as Lockfile
  const unproven = Object.entries(packages).filter(
    ([name, { resolution }]) =>
      !/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/.test(name) ||
      !/^sha512-[\w+/]{86}==$/.test(String(resolution.integrity)) ||
      Object.keys(resolution).join() !== 'integrity',
  )
  const versions = Object.values(importers).flatMap(kinds =>
    Object.values(kinds).flatMap(dependencies => Object.values(dependencies)),
  )
  const elsewhere = versions.filter(
    ({ version }) => !/^((@[\w-]+\/)?[\w-]+@)?\d|^link:(\.\.\/)*[\w-]+/.test(version ?? '0'),
  )
  const addresses = text.match(/\b(https?|git\+?\w*|ssh):\/?\/?\S+|tarball:.*/g) ?? []
  return [...unproven.map(([name]) => name), ...elsewhere.map(({ version }) => version), ...addresses]
}

describe('lockfiles', () => {
  it('are found', () => {
    expect(lockfiles).toContain('pnpm-lock.yaml')
    expect(lockfiles.length).toBeGreaterThan(1)
  })

  it.each(lockfiles)('%s holds packages of the registry with their checksums, and no address', path => {
    expect(strangers(read(path))).toEqual([])
  })

  it.each([
    ['a tarball', '{integrity: sha512-CHECK, tarball: https://host.example/x.tgz}'],
    ['a weak checksum', '{integrity: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=}'],
    ['a repository', '{commit: abc, repo: https://host.example/x.git, type: git}'],
    ['a folder', '{directory: ../x, type: directory}'],
  ])('%s would be found', (_, resolution) => {
    const checked = resolution.replace('CHECK', `${'a'.repeat(86)}==`)
    expect(strangers(`importers: {}\npackages:\n  x@1.0.0:\n    resolution: ${checked}\n`)).toContain(
      'x@1.0.0',
    )
  })
})

it('the policy for what may be installed stands', () => {
  for (const path of lockfiles.map(path => path.replace('pnpm-lock', 'pnpm-workspace'))) {
    const policy = parse(read(path))
    // An exception is for one version, so it ends with the next one.
    for (const name of policy.minimumReleaseAgeExclude ?? [])
      expect(name, path).toMatch(/.@\d+\.\d+\.\d+[\w.-]*$/)
    expect(policy, path).toMatchObject({
      strictDepBuilds: true,
      minimumReleaseAge: expect.toSatisfy((minutes: number) => minutes >= 7 * 24 * 60),
      minimumReleaseAgeStrict: true,
      blockExoticSubdeps: true,
      trustPolicy: 'no-downgrade',
    })
  }
  // CI installs what the lockfile says, or fails.
  const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(read)
  for (const text of workflows) {
    const [first = ''] = /npx -y pnpm@.*/.exec(text) ?? []
    expect(first).toMatch(/^npx -y pnpm@[\d.]+ install --frozen-lockfile$/)
  }
})
