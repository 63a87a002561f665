import { existsSync, readFileSync } from 'node:fs'

/** Numbers of capabilities in Linux. */
const CAPABILITIES = { CHOWN: 0, DAC_OVERRIDE: 1, SETGID: 6, SETUID: 7 } as const

/**
 * True if this process is root with these rights of root. In a container, root may lack them: then it can write only what its
 * permissions allow, and cannot become another user.
 */
export function isRootWith(...names: readonly (keyof typeof CAPABILITIES)[]): boolean {
  if (process.getuid?.() !== 0) return false
  if (!existsSync('/proc/self/status')) return true
  const [, held = '0'] = /^CapEff:\s*(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return names.every(name => (BigInt(`0x${held}`) >> BigInt(CAPABILITIES[name])) % 2n === 1n)
}
