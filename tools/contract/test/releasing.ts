import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folders, pack } from '../src/release/pack.ts'
import { shortName } from '../src/release/surface/package-surface.ts'
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
  const repository = await throwAwayRepository({
    // Packages without changes since the last build of this repository are not built again.
    TURBO_CACHE_DIR: join(root, '.turbo/cache'),
  })
  cpSync(join(root, site), join(repository.folder, site), { recursive: true })
  const upload = ['tools/contract/src/release/upload.ts', packed, '--registry', registry.url] as const
  const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
  const write = (path: string, text: string) => writeFileSync(join(repository.folder, path), text)

  const npmrc = join(folder, 'npmrc')
  writeFileSync(npmrc, registry.npmrc)

  async function must(program: string, ...args: string[]): Promise<string> {
    const { code, output } = await repository.run(program, ...args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`)
    return output
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

    /** Turns changesets into versions, and packs them. A build that nobody uses is left out. */
    async version(isBuilt = true): Promise<void> {
      await must('node', 'tools/contract/src/release/cli.ts', 'version')
      if (isBuilt) await must('turbo', 'run', 'build', '--filter=!@trading-network/docs')
      await repository.commit()
      rmSync(packed, { recursive: true, force: true })
      await pack(repository.folder, packed, false)
    },

    /** Runs npm as a person who may publish. */
    npm: (...args: string[]) => must('npm', ...args, '--registry', registry.url, '--userconfig', npmrc),

    /** Publishes what is packed; not all of it when the registry refuses a package. */
    upload: () => repository.run('node', ...upload),

    /** Uses the packages in an empty project: the newest, or the wanted ones. */
    use: (wanted?: Record<string, string>): Promise<Findings> => useIn(folder, registry, probe, wanted),

    /** Prints npm's tags after a step. */
    async log(step: string): Promise<void> {
      const lines = folders
        .map(each => shortName(repository.folder, each))
        .map(async name => `  ${name.padEnd(12)} ${tagsText(await tagsOf(registry, name))}`)
      console.log([step, ...(await Promise.all(lines))].join('\n'))
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
