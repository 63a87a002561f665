import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

it('runs the sample of the README', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spec-diff-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(path('shop/1.4.0'), join(folder, 'old'), { recursive: true })
  cpSync(path('shop/1.5.0'), join(folder, 'new'), { recursive: true })
  for (const release of ['old', 'new']) {
    cpSync(join(folder, release, 'openapi.yaml'), join(folder, `${release}.yaml`))
    cpSync(join(folder, release, 'records.yaml'), join(folder, 'records.yaml'))
  }
  const { stdout } = await promisify(execFile)(process.execPath, [path('readme.example.ts')], { cwd: folder })
  expect(stdout).toMatch(/^major /)
  expect(stdout).toContain('no longer accepts ESSAY')
})
