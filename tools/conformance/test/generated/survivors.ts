/** Broken servers that the check passes, and why it cannot do better. */
export interface Survivors {
  readonly reason: string
  readonly names: readonly string[]
}

export const survivors: readonly Survivors[] = []
