import { globSync } from 'node:fs'
import { snippet } from '../guides/snippets.ts'
import { repository } from '../repository.ts'

/** How to send the request of an operation's example, in one language. */
export interface Sample {
  readonly label: string
  readonly language: string
  readonly code: string
}

const LANGUAGES = [
  ['TypeScript client', 'client.ts'],
  ['fetch', 'fetch.ts'],
  ['curl', 'curl.sh'],
] as const

const FOLDER = 'packages/docs/src/samples'

/** The samples of an operation; each is a file that the tests run against a server. */
export function samplesOf(operationId: string): Sample[] {
  return LANGUAGES.map(([label, extension]) => {
    const { code, language } = snippet(`${FOLDER}/${operationId}.${extension}`)
    return { label, language, code }
  })
}

/** The files of all samples, from the root of the repository. */
export function sampleFiles(): string[] {
  return globSync(`${FOLDER}/*.{ts,sh}`, { cwd: repository }).sort()
}
