import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shortName } from '../src/manifest.ts'
import { folders } from '../src/release/pack.ts'
import { type Findings, useIn } from './consumer.ts'
import { type Registry, startRegistry } from './registry.ts'
import { throwAwayRepository } from './throw-away.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const site = 'packages/docs/dist'

/** A parameter that a release adds and a later one removes, and a request with it. */
export const parameter = `      - name: filter.origin
        in: query
        description: Leaves out accounts of every other origin.
        x-tn-provenance: kit-decision
        schema: { type: string, pattern: "^[a-z]+$" }
        example: abc
`
export const operation = 'spec/resources/listAccounts.yaml'
const probe = '/api/v2/accounts?filter.origin=abc'

/** A copy of this repository that releases to a registry of its own. */
export async function rehearsal() {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  /** The folder of the tarballs. */
  const packed = join(folder, 'packed')
  const registry = await startRegistry()
  const repository = await throwAwayRepository(registry.npmrc, {
    // Packages without changes since the last build of this repository are not built again.
    TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  })
  cpSync(join(root, site), join(repository.folder, site), { recursive: true })
  const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
  const write = (path: string, text: string) => writeFileSync(join(repository.folder, path), text)

  async function must(program: string, ...args: string[]): Promise<string> {
    const { code, output } = await repository.run(program, ...args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  function pack(): Promise<string> {
    rmSync(packed, { recursive: true, force: true })
    return must('node', 'tools/contract/src/release/cli.ts', 'pack', packed)
  }

  return {
    ...repository,
    registry,
    packed,
    read,
    write,
    must,
    gate: () => repository.run('node', 'tools/contract/src/release/cli.ts', 'gate'),
    tags: (name: string) => registry.tags(`@trading-network/${name}`),

    declare(file: string, packages: Record<string, string>, summary: string): void {
      const lines = Object.entries(packages).map(([name, bump]) => `"@trading-network/${name}": ${bump}\n`)
      write(`.changeset/${file}.md`, `---\n${lines.join('')}---\n\n${summary}\n`)
    },

    /** The versions in the repository, by the packages' names without their scope. */
    versions(): Record<string, string> {
      const packages = folders.map(each => [
        shortName(repository.folder, each),
        JSON.parse(read(`${each}/package.json`)).version,
      ])
      return Object.fromEntries(packages)
    },

    /** Turns changesets into versions, packs them, and has publint and attw check the files. */
    async version(): Promise<string> {
      await repository.commit()
      await must('node', 'tools/contract/src/release/cli.ts', 'version')
      await repository.commit()
      return pack()
    },

    pack,

    /** Packs a patch of the server on the branch of 3.0, with the tools of that time. */
    async lineBefore() {
      const added = ['log', '--diff-filter=A', '--format=%H', '--', 'spec/changelog/3.0.0.json']
      const [commit] = execFileSync('git', added, { cwd: root, encoding: 'utf8' }).split('\n')
      const old = await throwAwayRepository(registry.npmrc, {}, commit)
      cpSync(join(root, site), join(old.folder, site), { recursive: true })
      const run = async (...args: string[]) => {
        const { code, output } = await old.run('pnpm', ...args)
        if (code !== 0) throw new Error(`pnpm ${args.join(' ')} ended with ${code}: ${output}`)
      }
      const fix = '---\n"@trading-network/server": patch\n---\n\nA fix.\n'
      writeFileSync(join(old.folder, '.changeset/fix.md'), fix)
      await run('release', 'version')
      await run('release', 'pack', 'packed')
      const to = join(folder, 'packed-before')
      cpSync(join(old.folder, 'packed'), to, { recursive: true })
      old.remove()
      const { plan } = JSON.parse(readFileSync(join(to, 'publish-plan.json'), 'utf8'))
      const releases: Record<'name' | 'version', string>[] = plan.flat()
      const versions = releases.map(({ name, version }) => [name.replace(/.*\//, ''), version] as const)
      return { packed: to, versions: Object.fromEntries(versions) }
    },

    /** Publishes what is packed as a person does, and tags the commit. */
    async publish(): Promise<string> {
      const output = await must('node', 'tools/contract/src/release/upload.ts', packed, 'publish')
      return output + (await must('changeset', 'git-tag'))
    },

    /** Publishes what is packed, or another folder, as the workflow does; not all of it when the registry refuses a package. */
    upload: (from = packed) =>
      repository.run('node', 'tools/contract/src/release/upload.ts', from, 'publish'),

    /** Uses the packages in an empty project: the newest, or the wanted ones. */
    use: (wanted?: Record<string, string>): Promise<Findings> => useIn(folder, registry, probe, wanted),

    /** Prints what a step prints, and npm's tags after it. */
    async log(step: string, output: string): Promise<void> {
      const lines = folders
        .map(each => shortName(repository.folder, each))
        .map(async name => `  ${name.padEnd(12)} ${tagsText(await tagsOf(registry, name))}`)
      console.log([step, output.replace(/^npm notice.*\n/gm, ''), ...(await Promise.all(lines))].join('\n'))
    },

    remove(): void {
      repository.remove()
      registry.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function tagsOf(registry: Registry, name: string): Promise<Record<string, string>> {
  return registry.tags(`@trading-network/${name}`)
}

function tagsText(tags: Record<string, string>): string {
  return Object.entries(tags)
    .map(entry => entry.join(' '))
    .join(', ')
}
