import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { typesOf } from '../src/gen/artefacts.ts'
import { changelog } from '../src/gen/changelog.ts'

const bundle = fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url))
const days = { deprecated: true, 'x-tn-deprecated-since': '2026-12-01', 'x-sunset': '2027-06-30' }

test('one edit of the contract is in the types and in the changelog', async () => {
  const root = mkdtempSync(join(tmpdir(), 'deprecation-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const contract = JSON.parse(readFileSync(bundle, 'utf8'))
  const { get } = contract.paths['/api/v2/accounts']
  const { Account, AccountType } = contract.components.schemas
  Object.assign(get, days)
  Object.assign(
    get.parameters.find(({ name }: { name?: string }) => name === 'filter.accountTypes'),
    days,
  )
  Object.assign(Account.properties.balance, days)
  AccountType['x-tn-deprecated-values'] = {
    ACCOUNT_TYPE_BOND: { since: '2026-12-01', sunset: '2027-06-30' },
  }
  mkdirSync(join(root, 'spec/released'), { recursive: true })
  copyFileSync(bundle, join(root, 'spec/released/9.0.0.json'))
  writeFileSync(join(root, 'spec/released/9.1.0.json'), JSON.stringify(contract))

  const types = (await typesOf(contract)).map(({ text }) => text).join('\n')
  const comment = '@deprecated Since 2026-12-01. A release from 2027-06-30 on may remove it.'
  expect(types).toContain(`${comment}\n   */\n  listAccounts(`)
  for (const member of [`"filter.accountTypes"?: `, 'balance: ', `BOND: 'ACCOUNT_TYPE_BOND'`])
    expect(types.replaceAll(/\n +/g, '\n')).toContain(`${comment}\n*/\n${member}`)

  const facts = { version: '9.1.0', date: '2026-11-22', previous: '9.0.0', packages: {} }
  const page = (await changelog(root, facts)).find(({ path }) => path.endsWith('.md'))?.text
  for (const name of ['filter.accountTypes', 'Account.balance'])
    for (const sentence of [
      `\`${name}\` is deprecated.`,
      `A release from 2027-06-30 on may remove \`${name}\`.`,
    ])
      expect(page).toContain(sentence)
  expect(page).toMatch(
    /`x-tn-deprecated-values` of `AccountType` changed from nothing to .*_BOND.*2027-06-30/,
  )
})
