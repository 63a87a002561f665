import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

/** `HEAD~1:spec/openapi.yaml`: a file of a revision in git. A drive letter or a URL is none. */
const inGit = /^([^:/\\][^:]+):(?!\/\/)(.+)$/

/** The revision and the path of a file in git; undefined for a file on disk. */
export function gitPath(file: string): { revision: string; path: string } | undefined {
  const [, revision, path] = inGit.exec(file) ?? []
  return revision === undefined || path === undefined || existsSync(file) ? undefined : { revision, path }
}

/** True for a reference with a scheme, such as `https://`. */
export function isRemote(ref: string): boolean {
  return /^[a-z][a-z+.-]+:/i.test(ref)
}

/** The path of a file that another one names, relative to the working directory like the paths of the user. */
export function joined(from: string, path: string): string {
  const git = gitPath(from)
  if (git) return `${git.revision}:${joined(git.path, path)}`
  const full = resolve(dirname(from), decoded(path))
  return from.startsWith('/') ? full : relative('.', full)
}

/** The text without percent escapes; a text with a malformed escape as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
