import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { ApiError } from '../../src/api-error.ts'
import * as timeLimit from '../../src/time-limit.ts'
import type { watch } from '../../src/watch.ts'

Object.assign(globalThis, { client: { ApiError, ...timeLimit } })

/**
 * A copy of `watch` with a bug.
 *
 * @param replacements texts of its sources, each with the wrong one.
 */
export const brokenWatch = async (
  replacements: readonly (readonly [string, string])[],
): Promise<typeof watch> => {
  const used = new Set<string>()
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/watch.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'bug',
        setup: ({ onLoad, onResolve }) => {
          // The classes of the client: the watch reads its errors.
          onResolve({ filter: /\/(api-error|time-limit)\.ts$/ }, () => ({
            path: 'errors',
            namespace: 'client',
          }))
          onLoad({ filter: /./, namespace: 'client' }, () => ({
            contents:
              'export const { ApiError, TimeoutError, sleep, throwIfAborted, within } = globalThis.client',
          }))
          onLoad({ filter: /\/fetch\/src\/watch\// }, async ({ path }) => {
            let contents = await readFile(path, 'utf8')
            for (const [right, wrong] of replacements) {
              if (contents.includes(right)) used.add(right)
              contents = contents.replace(right, wrong)
            }
            return { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  if (used.size < replacements.length) throw new Error('the text for a bug is not in the sources')
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  return (await import(/* @vite-ignore */ url)).watch
}
