import { run } from './run.ts'

/**
 * Checks the lockfile for advisories of the registry: `pnpm long advisories`. Not part of `pnpm test`, because its
 * result must not depend on the day or the registry. Arguments are passed to `pnpm audit`.
 */
const LEVELS = [
  { of: 'what the published packages depend on', flags: ['--prod', '--audit-level', 'moderate'] },
  { of: 'everything, the tools included', flags: ['--audit-level', 'high'] },
]

/** The registry was unreachable. This is not a finding, so it has its own exit code for CI. */
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
