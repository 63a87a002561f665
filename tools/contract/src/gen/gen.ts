import { parseArgs } from 'node:util'
import type { Artefact } from './artefacts.ts'
import { deviations, repair } from './tree.ts'

const help = `Generates all files that are made from the contract: the bundles, the types, the snippets.

  pnpm gen           write the changed files
  pnpm gen --check   write nothing; list every stale, missing or unexpected file and exit with 1 if there is one`

/** The action for each kind of deviation. */
const done = { missing: 'created', stale: 'updated', unexpected: 'removed' }

/**
 * The command `pnpm gen`, on the tree under `root`.
 *
 * @param wanted Makes the artefacts; not called for `--help`.
 * @returns The exit code.
 */
export async function gen(
  args: string[],
  root: string,
  wanted: () => Promise<Artefact[]>,
  print: (line: string) => void,
): Promise<0 | 1> {
  const { values } = parseArgs({
    args,
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    print(help)
    return 0
  }
  const artefacts = await wanted()
  const found = deviations(root, artefacts)
  for (const each of found) {
    if (!values.check) repair(root, each)
    print(`${(values.check ? each.kind : done[each.kind]).padEnd(10)} ${each.path}`)
  }
  if (found.length === 0) print(`${artefacts.length} generated files, all current`)
  if (found.length === 0 || !values.check) return 0
  print('These files are not what the contract gives. Run `pnpm gen`, and never edit them by hand.')
  return 1
}
