import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents } from './snippets.ts'

const SOURCE = `const hidden = 1
  // #region sample
  const shown = hidden + 1
    // kept as it is
  // #endregion
`

describe('snippets of documents', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'snippets-'))
    await writeFile(join(root, 'sample.ts'), SOURCE)
  })
  afterEach(() => rm(root, { recursive: true }))

  const document = (text: string) => writeFile(join(root, 'README.md'), text)

  it('puts the region in, without its indentation', async () => {
    await document('# One\n<!-- snippet: sample.ts#sample -->\nstale\n<!-- /snippet -->\nmore\n')
    const [readme] = documents(root)
    expect(readme).toEqual({
      path: 'README.md',
      amongWritten: true,
      text: '# One\n<!-- snippet: sample.ts#sample -->\n\n```ts\nconst shown = hidden + 1\n  // kept as it is\n```\n\n<!-- /snippet -->\nmore\n',
    })
  })

  it('puts a whole file in, without the marks of its regions', async () => {
    await document('<!-- snippet: sample.ts -->\n<!-- /snippet -->\n')
    expect(documents(root)[0]?.text).toContain(
      'hidden = 1\n  const shown = hidden + 1\n    // kept as it is\n```',
    )
  })

  it('leaves documents without snippets alone', async () => {
    await document('# One\n')
    expect(documents(root)).toEqual([])
  })

  it('refuses a region that is not there', async () => {
    await document('<!-- snippet: sample.ts#other -->\n<!-- /snippet -->\n')
    expect(() => documents(root)).toThrow('README.md shows sample.ts#other')
  })
})
