import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { compare } from '../diff/compare.ts'
import { report } from '../diff/report.ts'

/**
 * Compares two contracts, each in one file.
 *
 * @param isJson Prints the changes for programs instead of the report.
 * @returns The exit code: 1 for a breaking change, 2 for a document that cannot be read.
 */
export async function diff(
  base: string,
  revision: string,
  isJson: boolean,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  try {
    const changes = await compare(documentIn(base), documentIn(revision))
    print(isJson ? JSON.stringify({ changes }, null, 2) : report(changes).trimEnd())
    return changes.some(each => each.class === 'breaking') ? 1 : 0
  } catch (error) {
    print(`These documents cannot be compared: ${(error as Error).message}`)
    return 2
  }
}

function documentIn(file: string) {
  const text = readFileSync(file, 'utf8')
  try {
    return file.endsWith('.json') ? JSON.parse(text) : parse(text)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}
