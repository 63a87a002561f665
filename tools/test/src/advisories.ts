import { run } from './run.ts'

/**
 * Asks the registry for advisories on what the lockfile holds: `pnpm long advisories`. Not part of `pnpm test`, whose result must
 * not change with the day nor depend on a registry that answers. Arguments are handed to `pnpm audit`.
 */
const LEVELS = [
  { of: 'what the published packages depend on', flags: ['--prod', '--audit-level', 'moderate'] },
  { of: 'everything, the tools included', flags: ['--audit-level', 'high'] },
]

/** Nobody could be asked: neither good nor bad, so a code of its own that CI can tell from a finding. */
const NOT_ASKED = 2

for (const { of, flags } of LEVELS) {
  const { code, output } = await run('pnpm', ['audit', ...flags, ...process.argv.slice(2)])
  if (code === 0) {
    process.stdout.write(`ok     ${of}: no advisory (${flags.at(-1)} or worse)\n`)
  } else if (/ERR_PNPM_AUDIT|ERR_PNPM_(META_)?FETCH/.test(output)) {
    process.stderr.write(`The registry has told no advisories, so nothing is known:\n${output}\n`)
    process.exitCode ??= NOT_ASKED
  } else {
    process.stdout.write(`FAILED ${of}:\n${output}\n`)
    process.exitCode = 1
  }
}
