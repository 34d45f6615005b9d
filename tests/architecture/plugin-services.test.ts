/** What every plugin for a service offers, whichever plugins there are. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInPlugins, loadManifests } from '../../src/server/plugins/load-manifests.ts'

/** Services that are sent highlights with their entry, and not by themselves: it would be there once more, or would stay as it was. */
const MAKES_ANOTHER = ['instapaper', 'joplin', 'linkwarden', 'todoist', 'zotero']

const manifests = await loadManifests(builtInPlugins, (id, error) => {
  throw new Error(`${id} cannot be loaded`, { cause: error })
})
const services = manifests.filter(
  ({ permissions, example }) => !example && permissions.includes('entries:save'),
)

test('each can be sent what the user stars, by a setting that is off at first', () => {
  const without = services.filter(
    ({ sendWhen }) => sendWhen?.starred?.setting !== 'sendStarred' || sendWhen.starred.call !== 'save',
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('each that knows highlights can be sent what the user highlights, where it then updates what it has', () => {
  const without = manifests
    .filter(({ permissions, sendWhen }) => permissions.includes('highlights:read') && !sendWhen?.highlighted)
    .map(({ id }) => id)
  expect(without.filter((id) => !MAKES_ANOTHER.includes(id))).toEqual([])
  // A message or a memo of each highlight is not sent again for its note.
  const both = manifests.filter(
    ({ sendWhen }) =>
      !sendWhen?.highlighted?.each && Boolean(sendWhen?.highlighted) !== Boolean(sendWhen?.noted),
  )
  expect(both.map(({ id }) => id)).toEqual([])
})

test('each is tested against a service on this machine that speaks its protocol', () => {
  const withoutServer = services.filter(
    ({ id }) =>
      !globSync('**/*.test.ts', { cwd: join(builtInPlugins, id) }).some((file) =>
        /\b(start(Service|Mailbox|OAuth|Readwise)|test(Bookmark|Message)Plugin)\(/.test(
          readFileSync(join(builtInPlugins, id, file), 'utf8'),
        ),
      ),
  )
  expect(withoutServer.map(({ id }) => id)).toEqual([])
})
