import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
 * Builds and packs what is published, and installs the tarballs beside the programs of consumers: those of the types in
 * `types`, those of a CommonJS package in `commonjs`.
 */
export const stranger = async (): Promise<Stranger> => {
  const folder = await mkdtemp(join(tmpdir(), 'stranger-'))
  // As a task of turbo, these tests run after the build.
  if (process.env.TURBO_HASH === undefined)
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
  const commonJs = join(folder, 'commonjs')
  for (const place of [folder, commonJs]) {
    await cp(join(packages, 'fetch/test/consumer'), place, { recursive: true })
    await cp(join(packages, 'types/test/consumer'), join(place, 'types'), { recursive: true })
  }
  await writeFile(join(commonJs, 'package.json'), '{ "type": "commonjs" }')
  const runtimes = join(packages, 'fetch/test/runtimes')
  for (const program of await readdir(runtimes)) {
    if (program.endsWith('.mjs')) await cp(join(runtimes, program), join(folder, program))
    if (program.endsWith('.cjs')) await cp(join(runtimes, program), join(commonJs, program))
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
