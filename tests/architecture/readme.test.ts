/** The READMEs and guides name what there is: settings, fields of queries, and what their links lead to. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { queryFields } from '../../src/contract/query/fields.ts'
import { readConfig } from '../../src/server/config.ts'
import { builtInPlugins, loadManifests } from '../../src/server/plugins/load-manifests.ts'
import { top } from './imports.ts'

/** The text of a file without its blocks of code, by its path from the top. */
const proseOf = (file: string): string =>
  readFileSync(join(top, file), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')

const exclude = ['**/node_modules/**', '.git/**', 'dist/**', 'data/**', 'test-results/**', '.bench/**']
const pages = globSync('**/*.md', { cwd: top, exclude })

/** The fragments of addresses that a page's headings have. */
const anchorsOf = (file: string): readonly string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** What a page links to, without addresses on the web. */
const targetsOf = (file: string): readonly string[] =>
  [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:\/\//.test(target))

/** Whether a link of a page leads to a file and, where it names one, to a heading of it. */
function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(top, file))) return false
  return anchor === undefined || anchorsOf(file).includes(anchor)
}

test('each link of each page leads to a file, and to a heading where it names one', () => {
  expect(pages).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'src/server/HOSTING.md',
      'src/features/GUIDE.md',
    ]),
  )
  expect(targetsOf('README.md').length).toBeGreaterThan(30)
  const dead = pages.flatMap((page) =>
    targetsOf(page)
      .filter((target) => !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  )
  expect(dead).toEqual([])
})

test('a link to a missing file or heading is found', () => {
  expect(leadsSomewhere('README.md', 'src/server/HOSTING.md#docker')).toBe(true)
  expect(leadsSomewhere('README.md', 'src/server/HOSTING.md#dockers')).toBe(false)
  expect(leadsSomewhere('README.md', 'src/server/HOSTED.md')).toBe(false)
  expect(leadsSomewhere('src/server/README.md', '#dockers')).toBe(false)
})

test('each file that CONTRIBUTING.md names by its path is there', () => {
  const paths = [
    ...proseOf('CONTRIBUTING.md').matchAll(/`((?:src|commands|plugins|migrations|tests)\/[^`]*)`/g),
  ]
    .map(([, path = '']) => path)
    // What stands for a name is in capitals.
    .filter((path) => !/[A-Z]{4}/.test(path))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([])
})

test('the README is short', () => {
  expect(statSync(join(top, 'README.md')).size).toBeLessThanOrEqual(14_000)
})

test('the README leads to each guide', () => {
  const guides = [
    'CONTRIBUTING.md',
    'plugins/README.md',
    'src/cli/README.md',
    'src/features/GUIDE.md',
    'src/plugin-api/README.md',
    'src/server/HOSTING.md',
  ]
  const linked = targetsOf('README.md').map((target) => target.split('#')[0])
  expect(guides.filter((guide) => !linked.includes(guide))).toEqual([])
})

test('each setting of the server and of its plugins is named', async () => {
  const manifests = await loadManifests(builtInPlugins, (id) => expect.unreachable(id))
  const ofPlugins = manifests.flatMap((manifest) => [
    ...Object.keys(manifest.environment?.shape ?? {}),
    ...Object.keys(manifest.browserEnvironment?.shape ?? {}),
  ])
  expect(ofPlugins.length).toBeGreaterThan(5)
  // Where captchas are proved is for tests.
  const names = [...Object.keys(readConfig({})), ...ofPlugins].filter(
    (name) => !/^CAPTCHA_\w+_(VERIFY|SCRIPT)_URL$/.test(name),
  )
  const hosting = proseOf('src/server/HOSTING.md')
  expect(names.filter((name) => !hosting.includes(`\`${name}\``))).toEqual([])
})

test('each field of the query language is in its table', () => {
  const [, section = ''] = proseOf('src/features/GUIDE.md').split('\n## The query language\n')
  const [table = ''] = section.split('\n## ')
  expect(queryFields.filter((field) => !table.includes(`\`${field}:`))).toEqual([])
})
