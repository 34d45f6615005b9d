/** What every plugin does that saves entries to the folder of their feed, as tests. */
import { expect, test } from 'vitest'
import type { ParsedEntry } from '../../src/server/feeds/parsed-feed.ts'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import type { PluginServer } from './plugin-server.ts'
import { json, type Service, type ServiceRequest } from './service.ts'

/** The folders of a service: names by ids. */
export function createFolders() {
  const names = new Map<string, string>()
  let last = 0
  return {
    names,
    /** @returns its id */
    add(name: string): string {
      last += 1
      names.set(String(last), name)
      return String(last)
    },
    all: () => [...names].map(([id, name]) => ({ id, name })),
  }
}

type FolderPlugin = {
  /** Its name, as users know it. */
  readonly name: string
  readonly plugin: () => PluginServer
  readonly service: () => Service
  readonly folders: ReturnType<typeof createFolders>
  readonly isCreation: (request: ServiceRequest) => boolean
  /** The id of the folder in a request that saves an entry; null: it names none. undefined: another request. */
  readonly folderIn: (request: ServiceRequest) => string | number | null | undefined
}

export function testFolders({ name, plugin, service, folders, isCreation, folderIn }: FolderPlugin): void {
  const sent = (from: number) => service().requests.slice(from)
  const usedSince = (from: number) => sent(from).flatMap((request) => folderIn(request) ?? [])
  const createdSince = (from: number) => sent(from).filter(isCreation).length
  /** Saves an entry whose feed is in this folder. @returns the name of the folder there, and how many were created */
  const saveIn = async (folder: string) => {
    await plugin().setFolder(folder)
    const from = service().requests.length
    expect(await plugin().save()).toMatchObject({ ok: true })
    const [id] = usedSince(from)
    return { folder: id === undefined ? null : folders.names.get(String(id)), created: createdSince(from) }
  }
  const named = (folder: string) => [...folders.names.values()].filter((one) => one === folder).length

  test('entries go into no folder until the user wants it', async () => {
    expect(await saveIn('News')).toEqual({ folder: null, created: 0 })
    expect((await plugin().set({ values: { sendFolder: true } })).status).toBe(200)
  })

  test('the folder of the feed is created once', async () => {
    expect(await saveIn('News')).toEqual({ folder: 'News', created: 1 })
    expect(await saveIn('News')).toEqual({ folder: 'News', created: 0 })
    expect(await saveIn('')).toEqual({ folder: null, created: 0 })
  })

  test('one that is there is used, also with other capitals', async () => {
    folders.add('Tea')
    folders.add('TEA and cake')
    expect(await saveIn('Tea')).toEqual({ folder: 'Tea', created: 0 })
    expect(await saveIn('Tea and Cake')).toEqual({ folder: 'TEA and cake', created: 0 })
  })

  test('one that was renamed there is still used, and one that was deleted there is created again', async () => {
    await saveIn('Maps')
    const id = folders.all().find((one) => one.name === 'Maps')?.id ?? ''
    folders.names.set(id, 'Atlas')
    expect(await saveIn('Maps')).toEqual({ folder: 'Atlas', created: 0 })
    folders.names.delete(id)
    expect(await saveIn('Maps')).toEqual({ folder: 'Maps', created: 1 })
  })

  test('two entries that are saved at the same time create one', async () => {
    const media = [{ type: 'photo', url: 'https://example.org/b.png' }] as ParsedEntry['media']
    const url = 'https://example.org/other'
    await plugin().arrive([{ ...blank, guid: 'other', title: 'Other', url, media }])
    const { id: entryId } = await plugin()
      .server.storage.db.selectFrom('entries')
      .select('id')
      .where('guid', '=', 'other')
      .executeTakeFirstOrThrow()
    await plugin().setFolder('Both')
    const from = service().requests.length
    const saved = await Promise.all([plugin().save(), plugin().save({ entryId })])
    expect(saved).toMatchObject([{ ok: true }, { ok: true }])
    expect(createdSince(from)).toBe(1)
    expect(usedSince(from).map((id) => folders.names.get(String(id)))).toEqual(['Both', 'Both'])
    expect(named('Both')).toBe(1)
  })

  test('where the service refuses the folder, the entry is saved without it, and the answer says so', async () => {
    service().refuse((request) => (isCreation(request) ? json(400, { message: 'No more of them' }) : null))
    await plugin().setFolder('Full')
    const from = service().requests.length
    const remark = {
      key: 'outside.noFolder',
      values: { service: name, folder: 'Full' },
      reason: 'No more of them',
    }
    expect(await plugin().save()).toMatchObject({ ok: true, output: { remark } })
    expect(sent(from).map(folderIn)).toContain(null)
    service().refuse(() => null)
    expect(await saveIn('Full')).toEqual({ folder: 'Full', created: 1 })
  })

  test('a service that is out of order while the folder is looked up has nothing saved, and no folder is created', async () => {
    service().refuse((request) => (folderIn(request) === undefined ? { status: 503 } : null))
    await plugin().setFolder('Later')
    const from = service().requests.length
    expect(await plugin().save()).toMatchObject({ ok: false, words: { key: 'outside.down' } })
    expect(sent(from).every((request) => folderIn(request) === undefined)).toBe(true)
    expect(createdSince(from)).toBe(0)
    service().refuse(() => null)
    await plugin().setFolder('')
  })
}
