import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A rule for the light theme, which a script chooses. Within a rule there are no braces. */
const LIGHT = /([^{}]*\[data-theme=["']?light["']?\][^{}]*)\{([^{}]*)\}/g

/** Adds the rules of the light theme for readers without scripts whose system is light. */
export function addLightTheme(folder: string): void {
  for (const path of globSync('**/*.css', { cwd: folder })) {
    const file = join(folder, path)
    const css = readFileSync(file, 'utf8')
    const rules = [...css.matchAll(LIGHT)].map(
      ([, selector = '', body]) =>
        `${selector.replaceAll(/\[data-theme=["']?light["']?\]/g, '[data-theme]')}{${body}}`,
    )
    if (rules.length === 0) continue
    const media = '@media (scripting:none) and (prefers-color-scheme:light)'
    writeFileSync(file, `${css}${media}{${rules.join('')}}`)
  }
}
