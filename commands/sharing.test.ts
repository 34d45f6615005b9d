import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { registry } from '../src/model/app/index.ts'
import { $dialogStack } from '../src/model/layout/index.ts'
import { $services } from '../src/model/services.ts'
import { sharedFoldersNeeded } from '../src/model/sharing/shared-folders.ts'
import { startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

const ada = { id: '1', name: 'Ada', handle: null }
const bob = { id: '2', name: 'Bob', handle: 'bob' }
const folder = { feeds: [], invitations: [], membersMayAdd: false, sharesStars: false, sharesNotes: false }
const own = { ...folder, id: 'own', title: 'Family', category: 'Family', isOwner: true, members: [ada, bob] }
const joined = { ...own, id: 'joined', title: 'Club', isOwner: false, members: [bob, ada] }

/** A reader with a folder of its user's, and one that the user has joined. */
async function start() {
  const reader = await startReader()
  const { scope } = reader
  const sent: unknown[] = []
  const answer = (call: string) => async (input: object) => {
    sent.push([call, input])
    return { code: 0 }
  }
  Object.assign(scope.getState($services).api, {
    sharedFolders: {
      list: async () => ({ code: 0, data: { folders: [own, joined], invitations: [] } }),
      marks: async () => ({ code: 0, data: [] }),
      update: answer('update'),
      removeMember: answer('removeMember'),
    },
  })
  await allSettled(sharedFoldersNeeded, { scope })
  await allSettled(registry.registered, { scope, params: allCommands })
  const run = (id: string, args: Readonly<Record<string, string>>) =>
    allSettled(registry.commandInvoked, {
      scope,
      params: { id: `sharing:${id}`, source: 'test' as const, args },
    })
  const choicesOf = (id: string, at: number, earlier = {}) => {
    const argument = scope.getState(registry.$commands).get(`sharing:${id}`)?.args?.[at]
    const choices = argument?.choices
    return (
      choices &&
      scope
        .getState(choices)(earlier)
        .map(({ title }) => title)
    )
  }
  return { ...reader, sent, run, choicesOf, dialogs: () => scope.getState($dialogStack) }
}

test('each command offers the folders that it is for, and of members those who are not the owner', async () => {
  const { choicesOf } = await start()
  expect(choicesOf('leave-shared-folder', 0)).toEqual(['Club'])
  for (const id of ['rename-shared-folder', 'remove-member', 'end-shared-folder'])
    expect([id, choicesOf(id, 0)]).toEqual([id, ['Family']])
  expect(choicesOf('remove-member', 1, { folder: 'own' })).toEqual(['Bob'])
})

test('a folder is renamed at once, and what ends is asked about first', async () => {
  const { run, sent, dialogs } = await start()
  await run('rename-shared-folder', { folder: 'own', title: ' Friends ' })
  await run('rename-shared-folder', { folder: 'own', title: 'Family' })
  expect(sent).toEqual([['update', { id: 'own', title: 'Friends' }]])
  const dialogOf = async (id: string, args: Readonly<Record<string, string>>) => {
    await run(id, args)
    return dialogs().at(-1)?.props
  }
  expect(await dialogOf('leave-shared-folder', { folder: 'joined' })).toEqual({
    about: 'leave',
    folder: 'joined',
  })
  expect(await dialogOf('end-shared-folder', { folder: 'own' })).toEqual({ about: 'end', folder: 'own' })
  const bobOf = { folder: 'own', member: '2' }
  expect(await dialogOf('remove-member', bobOf)).toEqual({ about: 'remove', ...bobOf })
  expect(sent).toHaveLength(1)
})

test('nobody ends what another owns, leaves what is their own, or removes its owner', async () => {
  const { run, dialogs } = await start()
  await run('end-shared-folder', { folder: 'joined' })
  await run('leave-shared-folder', { folder: 'own' })
  await run('remove-member', { folder: 'own', member: '1' })
  await run('remove-member', { folder: 'joined', member: '1' })
  expect(dialogs()).toEqual([])
})
