import type { Artefact } from './artefacts.ts'
import { deviations, repair } from './tree.ts'

/** The action for each kind of deviation. */
const done = { missing: 'created', stale: 'updated', unexpected: 'removed' }

/**
 * The command `pnpm gen`, on the tree under `root`.
 *
 * @param isCheck Writes nothing.
 * @returns The exit code.
 */
export function gen(
  root: string,
  artefacts: Artefact[],
  isCheck: boolean,
  print: (line: string) => void,
): 0 | 1 {
  const found = deviations(root, artefacts)
  for (const each of found) {
    if (!isCheck) repair(root, each)
    print(`${(isCheck ? each.kind : done[each.kind]).padEnd(10)} ${each.path}`)
  }
  if (found.length === 0) print(`${artefacts.length} generated files, all current`)
  if (found.length === 0 || !isCheck) return 0
  print('These files are not what the contract gives. Run `pnpm gen`, and never edit them by hand.')
  return 1
}
