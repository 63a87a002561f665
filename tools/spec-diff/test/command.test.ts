import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { run } from '../src/command.ts'
import { compareFiles } from '../src/compare.ts'
import { render } from '../src/render/render.ts'

const path = (name: string) =>
  relative('.', fileURLToPath(new URL(`shop/${name}/openapi.yaml`, import.meta.url)))
const [old, young] = [path('1.4.0'), path('1.5.0')]

// The terminal of the tests must not matter.
beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', '0')
})

async function command(...args: string[]) {
  const said: string[] = []
  const complained: string[] = []
  const into = (lines: string[]) => ({ write: (text: string) => lines.push(text) })
  const code = await run(args, into(said), into(complained))
  const [output, errors] = [said.join(''), complained.join('')]
  return { code, output, errors }
}

describe('two releases of a bookshop, of several files and either dialect', () => {
  it.each([
    ['terminal', 'txt'],
    ['json', 'json'],
    ['markdown', 'md'],
    ['github', 'github.txt'],
  ])('as %s', async (format, ending) => {
    const { code, output } = await command('compare', old, young, '--format', format)
    expect(code).toBe(0)
    await expect(output).toMatchFileSnapshot(`shop/difference.${ending}`)
    expect((await command('compare', old, young, '--format', format)).output).toBe(output)
  })

  it('follows what JSON says of itself', async () => {
    const schema = JSON.parse(readFileSync(new URL('../report.schema.json', import.meta.url), 'utf8'))
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const { output } = await command('compare', old, young, '--format', 'json')
    expect(validate(JSON.parse(output)), JSON.stringify(validate.errors)).toBe(true)
  })

  it('has colours that change nothing but colour', async () => {
    const report = await compareFiles(old, young)
    const plain = render(report, 'terminal')
    vi.stubEnv('FORCE_COLOR', '1')
    const coloured = render(report, 'terminal')
    expect(coloured).not.toBe(plain)
    expect(stripVTControlCharacters(coloured)).toBe(plain)
  })

  it('says a difference of a shared record once, with all operations', async () => {
    const { changes } = await compareFiles(old, young)
    const found = changes.filter(
      ({ ruleId, to }) => ruleId === 'enum-value-added' && isDeepStrictEqual(to, ['AUDIO']),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      operations: ['GET /books', 'GET /books/{id}'],
      file: relative('.', young.replace('openapi', 'records')),
      line: 10,
    })
  })
})

it('counts documentation, and prints it on request', async () => {
  const all = await command('compare', old, young, '--show', 'documentation')
  expect(all.output).toContain('`genre` is reworded')
  const { output } = await command('compare', old, young)
  expect(output).not.toContain('is reworded')
  expect(output).toMatch(/\d documentation \(not shown\)\. Wire/)
  const worst = await command('compare', old, young, '--show', 'breaking')
  expect(worst.output).not.toMatch(/^ {4}[!+] /m)
})

describe('exit codes', () => {
  it.each([
    ['none', 0],
    ['breaking', 1],
    ['may-break', 1],
    ['documentation', 1],
  ])('--fail-on %s', async (verdict, expected) => {
    expect((await command('compare', old, young, '--fail-on', verdict)).code).toBe(expected)
  })

  it('0 where nothing differs', async () => {
    const { code, output } = await command('compare', old, old, '--fail-on', 'documentation')
    expect(code).toBe(0)
    expect(output).toContain('No difference that anybody can see.')
  })

  it('goes by the surface that is asked for', async () => {
    const [json] = [fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url))]
    expect(
      (await command('compare', json, json, '--surface', 'types', '--fail-on', 'documentation')).code,
    ).toBe(0)
  })

  it.each([
    [['compare', old], "missing required argument 'revision'"],
    [['compare', old, 'nowhere.yaml'], 'cannot read nowhere.yaml'],
    [['compare', old, 'https://shop.example/openapi.yaml'], 'remote documents are not fetched'],
    [['compare', old, young, '--format', 'xml'], "argument 'xml' is invalid"],
    [['compare', old, young.replace('openapi', 'records')], 'is not an OpenAPI 3 document'],
    [['frobnicate'], "unknown command 'frobnicate'"],
  ])('2 for %j', async (args, said) => {
    const { code, errors } = await command(...args)
    expect(code).toBe(2)
    expect(errors).toContain(said)
  })

  it('helps', async () => {
    const { code, output } = await command('compare', '--help')
    expect(code).toBe(0)
    for (const word of ['--format', '--fail-on', '--surface', 'Exit codes']) expect(output).toContain(word)
  })
})
