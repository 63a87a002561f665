import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gitPath, isRemote, joined } from './addresses.ts'
import { Contract, type Source } from './contract.ts'
import { type Json, jsonText, walk } from './json.ts'
import { InputError, parse } from './parse.ts'

/**
 * Reads a document and, file by file, all others that it refers to.
 *
 * @param path JSON or YAML: a file, `HEAD~1:openapi.yaml` in git, or `-` for standard input.
 * @throws InputError for a file that is missing, malformed or not OpenAPI 3.
 */
export async function load(path: string, read = readText): Promise<Contract> {
  const files = new Map<string, Source>()
  const waiting = new Set([path])
  for (const file of waiting) {
    const text = await read(file).catch((error: InputError) => {
      // Only the document itself must be there: in an example, `$ref` is data.
      if (file === path) throw error
    })
    if (text === undefined) continue
    const content = parse(text, file)
    files.set(file, { text, content })
    walk(content, ({ $ref }) => {
      const [address] = typeof $ref === 'string' ? $ref.split('#') : []
      if (address && !isRemote(address)) waiting.add(joined(file, address))
    })
  }
  return new Contract(path, files)
}

/** A document that is in memory already, as one file. */
export function contractOf(content: Json, file = 'contract.json'): Contract {
  return new Contract(file, new Map([[file, { text: jsonText(content), content }]]))
}

async function readText(file: string): Promise<string> {
  const git = gitPath(file)
  try {
    if (file === '-') return await text(process.stdin)
    if (!git) return await readFile(file, 'utf8')
    const args = ['show', '--end-of-options', `${git.revision}:./${git.path}`]
    return (await promisify(execFile)('git', args, { maxBuffer: 2 ** 30 })).stdout
  } catch (error) {
    if (isRemote(file) && !git) throw new InputError(`${file}: remote documents are not fetched`)
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`)
  }
}
