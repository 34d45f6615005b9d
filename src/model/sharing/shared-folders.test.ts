import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { SharedFolder, SharedMark } from '../../contract/shared-folders.ts'
import { $services } from '../services.ts'
import { createFakeServer, startReader, type Reader, type ReaderSetup } from '../testing.ts'
import {
  $invitationLink,
  $sharedFolders,
  $sharedMarkOf,
  sharedFolderChanged,
  sharedFoldersNeeded,
} from './shared-folders.ts'

const folder: SharedFolder = {
  id: 'f',
  title: 'Family',
  category: 'Family',
  isOwner: true,
  membersMayAdd: false,
  sharesStars: false,
  sharesNotes: false,
  members: [{ id: '1', name: 'Ada', handle: null }],
  feeds: [{ id: '9', title: 'News' }],
  invitations: [],
}
const markOf = (name: string): SharedMark => ({
  entryId: 'a',
  feedId: '9',
  title: 'One',
  at: new Date(0).toISOString(),
  stars: [{ id: name, name }],
  notes: [],
})

/** A reader whose server has the folder and a mark of Bob's, until the test changes them. */
async function sharing(setup: ReaderSetup = {}) {
  const server = setup.server ?? createFakeServer()
  const reader = await startReader({ ...setup, server })
  const stored = { folders: [folder], marks: [markOf('Bob')], isAway: server.offline }
  const requested: string[] = []
  const { api } = reader.scope.getState($services)
  const answer = (call: string, data: () => unknown) => async (input: object) => {
    if (stored.isAway) throw { kind: 'unreachable' }
    requested.push(`${call} ${JSON.stringify(input)}`)
    return { code: 0, data: data() }
  }
  Object.assign(api, {
    sharedFolders: {
      list: answer('list', () => ({ folders: stored.folders, invitations: [] })),
      marks: answer('marks', () => stored.marks),
      choose: answer('choose', () => null),
      invite: answer('invite', () => ({ path: '/shared-folder/secret' })),
      create: answer('create', () => ({ id: 'n', omitted: 2 })),
    },
  })
  await allSettled(sharedFoldersNeeded, { scope: reader.scope })
  return { reader, stored, requested }
}
const shown = ({ scope }: Reader) => ({
  folders: scope.getState($sharedFolders).map(({ title }) => title),
  stars: [...scope.getState($sharedMarkOf).values()].flatMap(({ stars }) => stars.map(({ name }) => name)),
})

test('folders and marks are fetched when they are needed, and are there without the server', async () => {
  const { reader, stored } = await sharing()
  expect(shown(reader)).toEqual({ folders: ['Family'], stars: ['Bob'] })
  stored.isAway = true
  const server = createFakeServer()
  server.offline = true
  const again = await sharing({ server, local: reader.local, storage: reader.storage })
  expect(shown(again.reader)).toEqual({ folders: ['Family'], stars: ['Bob'] })
})

test('a user in no folder costs one request', async () => {
  const { reader, stored, requested } = await sharing()
  requested.length = 0
  stored.folders = []
  await reader.tell({ type: 'changed', call: 'sharedFolders.delete', from: null })
  expect(requested).toEqual(['list {}'])
  expect(shown(reader)).toEqual({ folders: [], stars: [] })
})

test('marks of members arrive together, and are gone when a member hides them', async () => {
  const { reader, stored, requested } = await sharing()
  requested.length = 0
  stored.marks = [markOf('Bob'), { ...markOf('Cleo'), entryId: 'b' }]
  for (let star = 0; star < 3; star += 1)
    await reader.tell({ type: 'changed', call: 'sharedFolders.marks', from: null })
  await reader.later(2000)
  expect(requested).toEqual(['marks {}'])
  expect(shown(reader).stars).toEqual(['Bob', 'Cleo'])
  stored.marks = []
  await reader.tell({ type: 'changed', call: 'sharedFolders.update', from: null })
  expect(shown(reader).stars).toEqual([])
})

test('a link is copied and remembered until the page closes; a choice is sent and read again', async () => {
  const { reader, requested } = await sharing()
  const { scope } = reader
  await allSettled(sharedFolderChanged, { scope, params: { call: 'invite', input: { id: 'f' } } })
  expect(scope.getState($invitationLink)).toMatchObject({ id: 'f' })
  expect(reader.browserActions.some((action) => action.includes('/shared-folder/secret'))).toBe(true)
  requested.length = 0
  const input = { id: 'f', sharesStars: true }
  await allSettled(sharedFolderChanged, { scope, params: { call: 'choose', input } })
  expect(requested).toEqual([`choose ${JSON.stringify(input)}`, 'list {}', 'marks {}'])
})
