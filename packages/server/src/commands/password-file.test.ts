import { expect, it } from 'vitest'
import { scratchFolder } from '../../test/scratch.ts'
import { readPasswordFile } from './password-file.ts'

const { file, newPath } = scratchFolder()

it('reads the password from the file, without the end of its line', () => {
  const env: NodeJS.ProcessEnv = { PGPASSWORD_FILE: file('s3cret\n') }
  readPasswordFile(env)
  expect(env.PGPASSWORD).toBe('s3cret')
})

it('keeps a password that is set, and needs no file', () => {
  const env: NodeJS.ProcessEnv = { PGPASSWORD_FILE: newPath(), PGPASSWORD: 'given' }
  readPasswordFile(env)
  expect(env.PGPASSWORD).toBe('given')
  expect(() => readPasswordFile({})).not.toThrow()
})

it('names a file that is missing', () => {
  expect(() => readPasswordFile({ PGPASSWORD_FILE: newPath() })).toThrow(
    /PGPASSWORD_FILE cannot be read: ENOENT/,
  )
})
