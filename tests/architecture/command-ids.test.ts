import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import { allFeatures } from '../../src/features/index.ts'
import { screenCommands } from '../../src/features/screen-commands.ts'
import { namedIcons } from '../../src/ui/named-icons.ts'
import { files, top } from './imports.ts'

const commands = [...allCommands, ...screenCommands(allFeatures)]
const known = new Set(commands.map(({ id }) => id))
const groups = new Set([...known].map((id) => id.split(':')[0] ?? ''))
/** A whole string of the shape of a command's id; keys of translations have a dot. */
const idLike = /(['"`])([a-z]+:[a-z][a-z-]*)\1/g

test('every command that the reader names exists', () => {
  const readers = files.filter((file) => /^src\/(app|features|palette|plugin-host|ui)\//.test(file))
  // The toolbar's list is the stored order, which also contains buttons of other versions.
  const sources = readers.filter(
    (file) =>
      !/\.test\.tsx?$|toolbar-order\.ts$|plugin-host\/run\/contributions\/plugin-message\.ts$/.test(file),
  )
  const named = sources.flatMap((file) =>
    [...readFileSync(join(top, file), 'utf8').matchAll(idLike)]
      .map((match) => match[2] ?? '')
      .filter((id) => groups.has(id.split(':')[0] ?? ''))
      .map((id) => ({ file, id })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ id }) => !known.has(id))).toEqual([])
})

test('every icon that a command or a part of a plugin names is drawn', () => {
  const ofPlugins = files
    .filter((file) => /^plugins\/.*(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(top, file), 'utf8').matchAll(/<Icon name="([\w-]+)"/g)].map(([, icon]) => ({
        id: file,
        icon,
      })),
    )
  expect(ofPlugins.length).toBeGreaterThan(10)
  const named = [...commands.map(({ id, icon }) => ({ id, icon })), ...ofPlugins]
  expect(named.filter(({ icon }) => icon !== undefined && !namedIcons.has(icon))).toEqual([])
})
