import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const home = fileURLToPath(new URL('..', import.meta.url))
const build = fileURLToPath(new URL('../../../tools/contract/src/release/build.ts', import.meta.url))

/** The compilers that consumers may use. Called by path: which of them owns the name `tsc` is not defined. */
const compilers = {
  '5.4': tsc(require.resolve('typescript-5.4/package.json')),
  '5.9': tsc(require.resolve('typescript/package.json')),
  '7': tsc(require.resolve('typescript-7/package.json')),
}

function tsc(manifest: string): string {
  return join(dirname(manifest), 'bin/tsc')
}

/**
 * A project of its own that has the package as it is published, the programs of `consumer/` and those of the README and
 * of AGENTS.md. The
 * programs are also in `commonjs/`, as those of a CommonJS package.
 */
export interface Project {
  folder: string
  /** Type-checks programs of the project as a user would, and gives back what the compiler printed. */
  check(compiler: keyof typeof compilers, programs: string[], ...flags: string[]): Promise<string>
  remove(): Promise<void>
}

/** Builds the package's JavaScript and declarations into the `node_modules` of a new project. */
export async function project(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'))
  const installed = join(folder, 'node_modules/@trading-network/types')
  await mkdir(installed, { recursive: true })
  await output(build, [join(installed, 'dist')])
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  await writeFile(join(installed, 'package.json'), JSON.stringify({ ...manifest, ...manifest.publishConfig }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await cp(join(home, 'test/consumer'), folder, { recursive: true })
  for (const name of ['readme', 'agents']) {
    const text = await readFile(join(home, `${name.toUpperCase()}.md`), 'utf8')
    await writeFile(join(folder, `${name}.ts`), /```ts\n([\s\S]*?)```/.exec(text)![1]!)
  }
  const commonJs = join(folder, 'commonjs')
  await cp(join(home, 'test/consumer'), commonJs, { recursive: true })
  await writeFile(join(commonJs, 'package.json'), '{ "type": "commonjs" }')
  const common = ['--noEmit', '--target', 'es2022', '--module', 'nodenext', '--skipDefaultLibCheck']
  return {
    folder,
    check: (compiler, programs, ...flags) =>
      output(compilers[compiler], [...common, ...flags, ...programs], folder),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** The output of a program. Throws an error with the output if the program fails. */
async function output(program: string, args: string[], cwd = home): Promise<string> {
  try {
    return (await run(process.execPath, [program, ...args], { cwd })).stdout
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout || String(error))
  }
}
