import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getReleasePlan from '@changesets/get-release-plan'
import { inc } from 'semver'
import { manifestOf } from '../manifest.ts'
import { baseRelease } from './archive.ts'
import { folders } from './pack.ts'

/**
 * Between two releases the contract and the packages that contain it have the number of the next release with `-next`, so
 * nothing that is not released has the number of a release.
 */

const stated = /^( {2}version: *)(\S+)/m

/**
 * The number that the changesets ask for: that of the last release when none raises the contract, and nothing in pre mode,
 * where changesets counts the betas.
 */
async function plannedNumber(root: string): Promise<string | undefined> {
  const { preState, releases } = await getReleasePlan(root)
  if (preState) return undefined
  const step = releases.find(({ name }) => name === '@trading-network/spec')?.type ?? 'none'
  const base = baseRelease(root)
  return step === 'none' ? base : `${inc(base, step)}-next`
}

/** The places that have another number than the changesets and the releases ask for, as one text for people. */
export async function numberProblems(root: string): Promise<string[]> {
  const number = (await plannedNumber(root)) ?? manifestOf(root, 'spec').version
  // Only a release raises the other packages, and it writes their changelogs.
  const released = (folder: string) =>
    /^## (\S+)/m.exec(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8'))?.[1]
  const joint = together(root)
  const wrong = [
    ['spec/openapi.yaml', stated.exec(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8'))?.[2], number],
    ...folders.map(folder => {
      const wanted = joint.includes(folder) ? number : released(folder)
      return [`${folder}/package.json`, manifestOf(root, folder).version, wanted]
    }),
  ].filter(([, stated, wanted]) => stated !== wanted)
  if (wrong.length > 0) {
    const lines = wrong.map(([path, stated, wanted]) => `  ${path}: ${stated} instead of ${wanted}`)
    return [['Run `pnpm release next`, and take back a number that it leaves:', ...lines].join('\n')]
  }
  // A patch needs no words of a person.
  const notes = `spec/notes/${number.replace('-next', '')}.md`
  if (!number.endsWith('.0-next') || existsSync(join(root, notes))) return []
  return [
    `${notes} is missing. It begins the changelogs and the page of the release: tell callers what is new.`,
  ]
}

/** Gives the contract and its packages the number that the changesets ask for. */
export async function stateNextNumber(root: string): Promise<void> {
  const number = await plannedNumber(root)
  if (number === undefined) return
  for (const folder of together(root)) {
    const file = join(root, folder, 'package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("version": ")[^"]*/, `$1${number}`))
  }
  stateVersion(root, number)
}

/** Puts a version into the contract. */
export function stateVersion(root: string, version: string): void {
  const file = join(root, 'spec/openapi.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(stated, `$1${version}`))
}

/** The folders of the packages that contain the contract, which changesets raises together. */
export function together(root: string): string[] {
  const config = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8'))
  const names: string[] = config.fixed.flat()
  return folders.filter(folder => names.includes(manifestOf(root, folder).name))
}
