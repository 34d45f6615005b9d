/** The README names what there is: settings, fields of queries, and what its links lead to. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queryFields } from '../../src/contract/query/fields.ts'
import { readConfig } from '../../src/server/config.ts'
import { builtInPlugins, loadManifests } from '../../src/server/plugins/load-manifests.ts'
import { top } from './imports.ts'

const readme = readFileSync(join(top, 'README.md'), 'utf8')
const prose = readme.replaceAll(/^```[^]*?^```$/gm, '')

test('each link leads to a heading of the README or to a file', () => {
  const anchors = [...prose.matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')}`,
  )
  const targets = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(30)
  const dead = targets.filter(
    (target) => !target.startsWith('https://') && !anchors.includes(target) && !existsSync(join(top, target)),
  )
  expect(dead).toEqual([])
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
  expect(names.filter((name) => !prose.includes(`\`${name}\``))).toEqual([])
})

test('each field of the query language is in its table', () => {
  const [, section = ''] = prose.split('\n## The query language\n')
  const [table = ''] = section.split('\n## ')
  expect(queryFields.filter((field) => !table.includes(`\`${field}:`))).toEqual([])
})
