import { readFileSync } from 'node:fs'

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

export const RELEASES = ['0.77.10', '0.79.0'] as const

export function tablesOf(release: (typeof RELEASES)[number]): PublishedTables {
  return JSON.parse(
    readFileSync(new URL(`./published/event-messages-${release}.json`, import.meta.url), 'utf8'),
  )
}
