import { existsSync, readFileSync } from 'node:fs'

export interface PublishedField {
  readonly number: number
  readonly name: string
  readonly json: string
  readonly type: string
  readonly repeated?: boolean
  readonly optional?: boolean
  readonly oneof?: string
}

/** The tables of a network release: every field of the envelope and of the messages, every enum. */
export interface PublishedTables {
  readonly busEvent: readonly PublishedField[]
  readonly messages: Readonly<Record<string, readonly PublishedField[]>>
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const at = (release: string) =>
  new URL(`../../../../shared/reference/event-messages-${release}.json`, import.meta.url)

export const RELEASES = ['0.77.10', '0.79.0'] as const

/** True if the tables are next to the project. */
export const published = RELEASES.every(release => existsSync(at(release)))

export function tablesOf(release: (typeof RELEASES)[number]): PublishedTables {
  return JSON.parse(readFileSync(at(release), 'utf8'))
}
