import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quiet, root } from '../src/run.ts'

interface Task {
  readonly taskId: string
  readonly directory: string
  readonly dependencies: readonly string[]
  readonly inputs: Readonly<Record<string, string>>
}

/** The tasks that turbo would run. It looks for git in the folders of `PATH`. */
function planned(PATH = process.env.PATH): readonly Task[] {
  const turbo = join(root, 'node_modules/turbo/bin/turbo')
  const args = [turbo, 'run', 'test', 'test:postgres', 'test:rehearsal', '--dry=json']
  const env = { ...process.env, ...quiet, PATH }
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', maxBuffer: Infinity }),
  ).tasks
}
const tasks = planned()
const tests = tasks.filter(({ taskId }) => /#test/.test(taskId))

/** Every file that a result depends on, from the root: the task's inputs and those of the tasks before it. */
function filesOf(id: string, seen = new Set<string>(), files = new Set<string>()): Set<string> {
  const task = tasks.find(({ taskId }) => taskId === id)
  if (!task || seen.has(id)) return files
  seen.add(id)
  for (const input of Object.keys(task.inputs)) files.add(join(task.directory, input))
  for (const dependency of task.dependencies) filesOf(dependency, seen, files)
  return files
}

const folders = new Map(
  globSync('{spec,examples,packages/*,tools/*}/package.json', { cwd: root }).map(path => [
    (JSON.parse(readFileSync(join(root, path), 'utf8')) as { name: string }).name,
    dirname(path),
  ]),
)

const isWithin = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** Files of the tests of each package, which `vitest.config.ts` names. Those in the server's folder are only for its own. */
const configured = [
  ...readFileSync(join(root, 'vitest.config.ts'), 'utf8').matchAll(/'(?:\.\/)?([\w./-]+\.ts)'/g),
].map(([, path = '']) => path)

/** Files, folders and packages elsewhere that the sources of a package name, and what names each. */
function strangersOf(folder: string): Map<string, string> {
  const shared = configured.filter(path => !path.startsWith('packages/'))
  const found = new Map(
    shared.filter(path => !isWithin(folder, path)).map(path => [path, 'vitest.config.ts']),
  )
  const own = globSync(`${folder}/{src,test,lint}/**/*.ts`, {
    cwd: root,
    exclude: path => path.includes('node_modules'),
  })
  for (const source of [...own, ...shared]) {
    const text = readFileSync(join(root, source), 'utf8')
    // Of a template string only what is before its first value.
    const paths = /(?:from|import\(|new URL\()\s*['`](\.\.?\/[^'`$]*)/g
    for (const [, path = ''] of text.matchAll(paths)) {
      const target = relative(root, resolve(root, dirname(source), path))
      if (target !== '' && !isWithin(folder, target)) found.set(target, source)
    }
    for (const [, name = ''] of text.matchAll(/from '(@trading-network\/[a-z-]+)/g)) {
      const target = folders.get(name) ?? name
      if (target !== folder) found.set(join(target, 'package.json'), source)
    }
  }
  return found
}

describe('a result of tests that turbo keeps depends on', () => {
  it('something, in every package', () => {
    expect(tests.filter(({ taskId }) => taskId.endsWith('#test'))).toHaveLength(folders.size)
  })

  it('no installed or built file in a tarball, where no git tells what is ignored', () => {
    const files = planned('').flatMap(({ directory, inputs }) =>
      Object.keys(inputs).map(input => join(directory, input)),
    )
    expect(files.filter(file => /\bnode_modules\/|^\w+\/[\w-]+\/(dist|\.\w+)\//.test(file))).toEqual([])
  })

  it.each(tests.map(({ taskId, directory }) => [taskId, directory] as const))(
    'all that the sources name (%s)',
    (id, folder) => {
      const files = [...filesOf(id)]
      expect(files.length).toBeGreaterThan(10)
      // Turbo follows the links of pnpm, and takes seconds.
      expect(files.filter(file => file.includes('node_modules'))).toEqual([])
      // The folders that hold packages stand for nothing by themselves.
      const missing = [...strangersOf(folder)]
        .filter(([path]) => path !== 'packages')
        .filter(([path]) => !files.some(file => file === path || file.startsWith(`${path}/`)))
        // The output of a build depends only on its inputs.
        .filter(([path]) => !path.endsWith('/dist'))
      expect(missing).toEqual([])
    },
  )
})
