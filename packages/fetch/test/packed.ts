import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const packages = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program and gives what it printed; what it printed before it failed becomes the error's message. */
export const output = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  try {
    return (await execute(program, args, { cwd })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

/** A project of a stranger: outside the workspace, with the packages as they would come from a registry. */
export interface Stranger {
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Builds and packs what is published, and installs the tarballs beside these programs.
 *
 * @param required Programs for the folder `commonjs`, which is a CommonJS package.
 */
export const stranger = async (programs: readonly URL[], required: readonly URL[]): Promise<Stranger> => {
  const folder = await mkdtemp(join(tmpdir(), 'stranger-'))
  await output(
    'turbo',
    ['run', 'build', '--filter=@trading-network/fetch', '--output-logs=errors-only'],
    packages,
  )
  for (const name of ['types', 'fetch']) {
    await output('pnpm', ['pack', '--pack-destination', folder], join(packages, name))
  }
  const tarball = new Map<string, string>()
  for (const file of await readdir(folder))
    tarball.set(file.replace(/^trading-network-(\w+)-.*/, '$1'), `file:${file}`)
  const { dependencies: own, devDependencies } = JSON.parse(
    await readFile(join(packages, 'fetch/package.json'), 'utf8'),
  )
  const dependencies = {
    '@trading-network/fetch': tarball.get('fetch'),
    '@trading-network/types': tarball.get('types'),
    // Libraries on top of openapi-fetch.
    'openapi-fetch': own['openapi-fetch'],
    'openapi-react-query': devDependencies['openapi-react-query'],
    '@tanstack/react-query': devDependencies['@tanstack/react-query'],
    '@types/react': devDependencies['@types/react'],
    react: devDependencies.react,
  }
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  )
  // The dependency on the types comes from a tarball too, not from a registry. The rest is in pnpm's store already.
  await writeFile(
    join(folder, 'pnpm-workspace.yaml'),
    JSON.stringify({ overrides: { '@trading-network/types': dependencies['@trading-network/types'] } }),
  )
  await output('pnpm', ['install', '--prefer-offline'], folder)
  for (const program of programs) await cp(program, join(folder, basename(program.pathname)))
  await mkdir(join(folder, 'commonjs'))
  await writeFile(join(folder, 'commonjs/package.json'), '{ "type": "commonjs" }')
  for (const program of required) await cp(program, join(folder, 'commonjs', basename(program.pathname)))
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
