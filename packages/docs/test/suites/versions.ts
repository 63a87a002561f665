import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import { contracts } from '../../src/repository.ts'
import type { Site } from '../site.ts'

export function versions(site: () => Site): void {
  describe('versions', () => {
    const html = (path: string) => readFileSync(join(site().folder, path, 'index.html'), 'utf8')

    it('shows the contract of this server with its number, without a banner', () => {
      for (const path of ['', 'operations/getOrder/', 'enums/AccountType/']) {
        expect(html(path)).not.toContain('sl-banner')
        expect(html(path)).toMatch(
          new RegExp(`<button[^>]*>.{0,80}Version</span> ${current.version}</button>`),
        )
      }
      expect(current.json).toBe(readFileSync(join(contracts, 'dist/openapi.json'), 'utf8'))
    })
  })
}
