/** The id of a plugin from elsewhere is a group, a namespace and an address: it must not be one of the reader's. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import { isReservedPluginId } from '../../src/contract/reserved-plugin-ids.ts'
import { allFeatures } from '../../src/features/index.ts'
import { screenCommands } from '../../src/features/screen-commands.ts'
import { top } from './imports.ts'

const namespaces = readdirSync(join(top, 'locales/en')).map((file) => file.replace(/\.json$/, ''))
const commands = [...allCommands, ...screenCommands(allFeatures)]
const groups = commands.flatMap(({ id, group }) => [group, id.split(':')[0] ?? ''])
const addresses = allFeatures
  .flatMap(({ screens = [] }) => screens)
  .map(({ path }) => path.split('/')[1] ?? '')

test.each([
  ['group of commands', groups],
  ['namespace of texts', namespaces],
  ['first part of an address', addresses],
])('no %s of the reader can be the id of a plugin from elsewhere', (_, ids) => {
  expect(ids.length).toBeGreaterThan(5)
  // Shorter ones are no ids.
  const free = [...new Set(ids)].filter((id) => /^[a-z][a-z0-9-]{2,63}$/.test(id) && !isReservedPluginId(id))
  expect(free).toEqual([])
})

test('other ids are free', () => {
  expect(['counter', 'hello', 'my-plugin'].filter(isReservedPluginId)).toEqual([])
})
