import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compare } from '../diff/compare.ts'
import { report } from '../diff/report.ts'

/** The contract in one file, from the root of the repository. */
const BUNDLE = 'spec/dist/openapi.json'

/**
 * Compares two contracts, each in one file. A base that is no file is a branch or a commit of git: the contract where HEAD left
 * it. Without a revision, it is the contract of the work tree.
 *
 * @param isJson Prints the changes for programs instead of the report.
 * @returns The exit code: 1 for a breaking change, 2 for a document that cannot be read.
 */
export async function diff(
  base: string,
  revision = BUNDLE,
  isJson: boolean,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  try {
    const changes = await compare(documentIn(base), documentIn(revision))
    print(isJson ? JSON.stringify({ changes }, null, 2) : report(changes).trimEnd())
    return changes.some(each => each.class === 'breaking') ? 1 : 0
  } catch (error) {
    const problem =
      error instanceof TypeError ? 'see `pnpm exec redocly lint <file>`' : (error as Error).message
    print(`These documents cannot be compared: ${problem}`)
    return 2
  }
}

function documentIn(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : bundleBefore(file)
  try {
    return /\.ya?ml$/.test(file) ? parse(text) : JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

/** The contract in the last commit that HEAD and a branch or commit have in common. */
function bundleBefore(reference: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' })
  try {
    return git('show', `${git('merge-base', reference, 'HEAD').trim()}:${BUNDLE}`)
  } catch {
    throw new Error(`there is no file and no commit ${reference}`)
  }
}
