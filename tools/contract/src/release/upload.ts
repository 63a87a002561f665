import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The tag of npm for a version: `latest` for a stable one, `beta` for a beta. While a newer version has that tag, it is
 * `release-2.1` or `release-2.1-beta`, so an older line changes nothing for those who install the newest. npm refuses a tag
 * that is a range of versions, such as `v2.1`.
 *
 * @param tags The package's tags in the registry, with their versions.
 */
export function tagOf(version: string, tags: Readonly<Record<string, string>>): string {
  const [stable = '', suffix = ''] = version.split('-')
  const tag = suffix.replace(/\..*/, '') || 'latest'
  // A stable version is newer than its betas. Before the first stable version, a beta has `latest`.
  const newest = suffix ? tags[tag] : tags[tag]?.replace(/-.*/, '')
  if (version.localeCompare(newest ?? '', 'en', { numeric: true }) >= 0) return tag
  return `release-${stable.replace(/\.\d+$/, '')}${suffix && `-${tag}`}`
}

/**
 * The versions of a package in the registry, and its tags; none for an unknown package.
 *
 * @throws Error if the registry does not answer.
 */
export function publishedOf(name: string): { versions: string[]; tags: Record<string, string> } {
  const { stdout } = spawnSync('npm', ['view', name, 'versions', 'dist-tags', '--json'], { encoding: 'utf8' })
  // npm 12 puts the package into a list, and npm 11 prints a single version without one.
  const [{ versions, 'dist-tags': tags, error }] = [JSON.parse(stdout)].flat()
  if (error?.code === 'E404') return { versions: [], tags: {} }
  if (!versions || !tags) throw new Error(`${name}: ${error?.summary ?? 'npm shows no versions and tags'}`)
  return { versions: [versions].flat(), tags }
}

/** What to do about a refusal of npm. */
function refusal(said: string): string {
  if (/E404/.test(said))
    return 'npm does not know the package, or does not let you write to it. A person publishes the first version.'
  if (/E403/.test(said))
    return 'npm does not allow this. Its settings of trusted publishing may allow staging only.'
  return 'see above. Run it again: what is uploaded is passed over.'
}

/**
 * Publishes what the registry lacks of the packages in a folder, so it repeats a release that failed half-way. It needs npm,
 * and nothing that is installed. `changeset publish` needs an installed workspace, cannot stage, and takes the tags that were
 * right when the files were packed.
 *
 * usage: upload.ts <folder> <publish | stage publish> [option of npm...]
 */
if (import.meta.main) {
  const [folder = '.', ...command] = process.argv.slice(2)
  const { plan } = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8'))
  for (const { name, version, tarball } of plan.flat()) {
    const { versions, tags } = publishedOf(name)
    if (versions.includes(version)) continue
    const options = ['--tag', tagOf(version, tags), '--access', 'public', '--ignore-scripts']
    console.log(...command, name, version, ...options)
    const { status, stderr } = spawnSync('npm', [...command, join(folder, tarball.path), ...options], {
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
    })
    process.stderr.write(stderr)
    if (status === 0) continue
    // An earlier run got so far: `npm view` does not show what waits for approval.
    if (/previously (staged|published) version/.test(stderr)) console.log(name, version, 'is staged already')
    else throw new Error(`${name} ${version} was not uploaded: ${refusal(stderr)}`)
  }
}
