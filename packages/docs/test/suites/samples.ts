import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import { requestUrl } from '../../src/contract/request.ts'
import { exampleRequest } from '../../src/contract/samples.ts'
import { guides } from '../../src/guides/guides.ts'
import { repository } from '../../src/repository.ts'
import { LOCAL_SERVER } from '../../src/site/server.ts'
import { codeOf } from '../../src/try-it/code.ts'
import { blocksOf } from '../blocks.ts'
import type { Site } from '../site.ts'

const run = promisify(execFile)

/** Runs a sample as copied from a page, in the folder of the kit; gives what it prints. */
async function printed(code: string, language = /^(curl|npx)/.test(code) ? 'sh' : 'ts'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-sample-'))
  const file = (name: string) => {
    writeFileSync(join(folder, name), code)
    return join(folder, name)
  }
  const shell = code
    .replace('npx -y pnpm exec node', `'${process.execPath}'`)
    .replace(/^curl/, 'curl -sS --fail')
  const commands: Readonly<Record<string, () => readonly [string, string[]]>> = {
    sh: () => ['sh', ['-c', shell]],
    ts: () => [process.execPath, ['--input-type=module-typescript', '--eval', code]],
    python: () => ['python3', [file('sample.py')]],
    go: () => ['go', ['run', file('sample.go')]],
    // A program that runs for a moment does not repay the second compiler.
    java: () => ['java', ['-XX:TieredStopAtLevel=1', file('Sample.java')]],
  }
  const [command, args] = commands[language]!()
  const { stdout } = await run(command, args, { cwd: repository }).finally(() =>
    rmSync(folder, { recursive: true }),
  )
  return stdout
}

/** Runs programs one after the other in one process. Their types are stripped. Returns the output of each. */
async function printedTogether(programs: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(madeCache(), 'programs-'))
  const steps = programs.map((program, index) => {
    const file = join(folder, `${index}.mjs`)
    writeFileSync(file, program)
    return `await import(${JSON.stringify(pathToFileURL(file))})\nconsole.log('\\f')\n`
  })
  const args = ['--input-type=module', '--eval', steps.join('')]
  const { stdout } = await run(process.execPath, args).finally(() => rmSync(folder, { recursive: true }))
  return stdout.split('\f\n')
}

/** A folder below which programs find the packages of the kit. */
function madeCache(): string {
  const cache = join(repository, 'packages/docs/node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  return cache
}

/** Languages whose programs this machine lacks. Compilers take seconds: `pnpm long whole` runs Go and Java. */
const missing = [
  ['python', 'python3'],
  ['go', 'go'],
  ['java', 'java'],
].flatMap(([language = '', command = '']) =>
  spawnSync('sh', ['-c', `command -v ${command}`]).status === 0 ? [] : [language],
)

export function samples(site: () => Site): void {
  describe('on the network of demo, copied unchanged from the page', () => {
    let page: Page
    beforeAll(async () => {
      page = await site().browser.newPage()
    })
    afterAll(() => page.close())

    const visited = new Map<string, string[]>()
    /** The texts that the copy buttons of a page copy. A page with samples in four languages is opened once. */
    const copied = async (path: string): Promise<string[]> => {
      const known = visited.get(path)
      if (known) return known
      await page.goto(site().server.url + path)
      const texts = await page
        .locator('.block code, [aria-label="Request"] code')
        .evaluateAll(places => places.map(place => place.textContent ?? ''))
      visited.set(path, texts)
      return texts
    }

    it('all samples in TypeScript print the same with the client and with fetch', async () => {
      const programs: string[] = []
      for (const { id } of current.operations)
        programs.push(...(await copied(`/operations/${id}/`)).slice(1, 3))
      const lines = await printedTogether(programs)
      for (const [index, { id }] of current.operations.entries()) {
        expect(lines[2 * index], id).toContain('{')
        expect(lines[2 * index + 1], id).toBe(lines[2 * index])
      }
    })

    it.each(current.operations)('the command of $id gives its records', async operation => {
      const [curl = ''] = await copied(`/operations/${operation.id}/`)
      const { page: pageField, responses } = operation
      const { fields } = exampleRequest(operation)
      const body = JSON.parse(await printed(curl)) as Record<string, { edges: unknown[] }>
      const records = pageField ? (body[pageField]?.edges ?? []) : [body.order]
      expect(records.length).toBeGreaterThan(0)
      expect(Object.keys(body).sort()).toEqual([...fields].sort())
      expect(nodesIn(body)).toEqual(nodesIn(responses[0]?.examples[0]?.body))
    })

    it.for(process.env.LONG_RUN ? ['python', 'go', 'java'] : ['python'])(
      'the samples in %s give the same',
      { timeout: 240_000 },
      async (language, { skip }) => {
        skip(missing.includes(language), `no ${language} on this machine`)
        const operations = language === 'python' ? current.operations : current.operations.slice(3, 5)
        for (const operation of operations) {
          const { id, responses } = operation
          const { fields } = exampleRequest(operation)
          const place = { python: 3, go: 4, java: 5 }[language] ?? 0
          const lines = await printed((await copied(`/operations/${id}/`))[place] ?? '', language)
          // Python prints its own notation of the records, the others the JSON.
          if (language === 'python') expect(lines).toContain('{')
          else expect(nodesIn(JSON.parse(lines))).toEqual(nodesIn(responses[0]?.examples[0]?.body))
          if (language !== 'python') expect(Object.keys(JSON.parse(lines)).sort()).toEqual([...fields].sort())
        }
      },
    )

    it('samples with If-None-Match say that nothing has changed', async ({ skip }) => {
      const operation = current.operations.find(({ id }) => id === 'getStake')!
      const request = exampleRequest(operation)
      const { headers } = await fetch(requestUrl(site().server.url, request))
      const entries = request.entries.map(entry =>
        entry.name === 'If-None-Match' ? { ...entry, values: [headers.get('etag') ?? ''] } : entry,
      )
      const [, client, plain, python] = codeOf(site().server.url, { ...request, entries })
      const said = await printedTogether([client!.code, plain!.code])
      expect(said.slice(0, 2)).toEqual(['not modified\n', 'not modified\n'])
      skip(missing.includes('python'), 'no python on this machine')
      expect(await printed(python!.code, 'python')).toBe('not modified\n')
    })

    const withCommand = guides.filter(({ id }) => id.startsWith('recipes/') || id === 'guides/quick-start')
    it.each(withCommand)('$id prints what it says', async ({ id }) => {
      const blocks = await copied(`/${id}/`)
      expect(blocks.join()).not.toContain(LOCAL_SERVER)
      for (const curl of blocks.filter(block => block.startsWith('curl')))
        expect(JSON.parse(await printed(curl)).accounts.edges).toHaveLength(2)
      const at = blocks.findIndex(block => block.startsWith('npx -y pnpm exec node'))
      expect((await printed(blocks[at] as string)).trimEnd()).toBe(blocks[at + 1])
      // The page shows the file that the command runs.
      const [, file = ''] = /exec node (\S+)/.exec(blocks[at] as string) ?? []
      const shown = readFileSync(join(repository, file), 'utf8').replace(LOCAL_SERVER, site().server.url)
      expect(blocks).toContain(shown.trimEnd())
    })
  })

  it('the samples and the programs of guides in TypeScript are type-checked', async () => {
    const folder = mkdtempSync(join(madeCache(), 'samples-'))
    try {
      const ofOperations = current.operations.map(
        operation => codeOf(LOCAL_SERVER, exampleRequest(operation))[1]?.code,
      )
      // The blocks of the client's reference are signatures.
      const written = guides.filter(({ group }) => group !== 'client' && group !== 'types')
      const ofGuides = written.flatMap(({ id }) => blocksOf(site().folder, id))
      const programs = [
        ...ofOperations,
        ...ofGuides.filter(block => block.language === 'ts' && !block.isExcerpt).map(({ code }) => code),
      ]
      const files = programs.map((_, index) => `${index}.ts`)
      // Each is a module, also without an import.
      for (const [index, program] of programs.entries())
        writeFileSync(join(folder, `${index}.ts`), `${program}\nexport {}\n`)
      const options = { noEmit: true, types: ['node'] }
      const config = {
        extends: join(repository, 'tsconfig.json'),
        files,
        include: [],
        compilerOptions: options,
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      await run(join(repository, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) =>
        expect(stdout).toBe(''),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

/** A body without its cursors, whose text is up to the service. */
function nodesIn(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (/cursor/i.test(key) ? typeof value : value)),
  )
}
