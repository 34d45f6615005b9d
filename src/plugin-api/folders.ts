/** The folder of an entry's feed at services that name a folder by an id: collections, notebooks, lists, projects. */
import { PluginRefusal, z, type PluginText } from './manifest.ts'
import type { Caller } from './server.ts'

export type FolderId = string | number
export type ServiceFolder = {
  readonly id: FolderId
  readonly name: string
  /** It is in another folder: of folders with one name, those at the top come before it. */
  readonly isNested?: boolean
}

export type FolderService = {
  /** Its name, as users know it. */
  readonly service: string
  /** Where the ids are valid: the address of the service, and the account there where the settings name it. */
  readonly place: string
  /** All folders. Of several with one name the first is chosen. */
  readonly list: () => Promise<readonly ServiceFolder[]>
  /** Whether a folder is still there. Absent: whether it is in the list. */
  readonly isThere?: (id: FolderId) => Promise<boolean>
  /** Creates one at the top. A request for it may be repeated: the folder is looked up first. @returns its id */
  readonly create: (name: string) => Promise<FolderId>
}

export type ChosenFolder = {
  /** null: the entry is saved in no folder. */
  readonly id: FolderId | null
  /** Why it is in none, for the output of `save`. */
  readonly remark?: PluginText
}

/** The name of the stored value: the ids of the folders that were used last. */
const VALUE = 'folders'
const MAX_STORED = 50
/** Characters of a name that is stored; a longer one is looked up each time. */
const MAX_NAME = 200
const stored = z.array(
  z.object({ name: z.string(), place: z.string(), id: z.union([z.string(), z.number()]) }),
)
/** Refusals of the folder alone; after any other one nothing can be saved either. */
const REFUSALS = new Set(['outside.refused', 'outside.notAccepted', 'outside.unreadable'])

type Storing = Pick<Caller, 'id' | 'settings' | 'values'>

/** What is being looked up. Entries that are saved at the same time share it, so that one folder is created. */
const lookups = new Map<string, Promise<FolderId>>()

/**
 * The folder of a service that has the name of the folder of the entry's feed, where the user has `sendFolder` on (`service.ts`). Its id
 * is stored, which also follows a folder that is renamed there. One that is gone is looked up by its name, and created where there is
 * none. Where the service refuses that, the entry has no folder, and a remark. Needs `values`.
 * @param name empty: none
 * @throws PluginRefusal where the service is not reached, out of order, or asks to wait
 */
export async function folderFor(
  caller: Storing,
  name: string,
  service: FolderService,
): Promise<ChosenFolder> {
  if (caller.settings['sendFolder'] !== true || name === '') return { id: null }
  const key = JSON.stringify([caller.id, service.service, service.place, name])
  const lookup = lookups.get(key) ?? folderId(caller, name, service).finally(() => lookups.delete(key))
  lookups.set(key, lookup)
  try {
    return { id: await lookup }
  } catch (error) {
    if (!(error instanceof PluginRefusal) || !REFUSALS.has(error.text.key)) throw error
    const reason = String(error.text.values?.['reason'] ?? '')
    const values = { service: service.service, folder: name }
    return { id: null, remark: { key: 'outside.noFolder', values, ...(reason && { reason }) } }
  }
}

async function folderId({ values }: Storing, name: string, service: FolderService): Promise<FolderId> {
  const { place, list, isThere, create } = service
  const all = stored.safeParse(await values.get(VALUE)).data ?? []
  const before = all.find((one) => one.name === name && one.place === place)
  if (before && isThere && (await isThere(before.id))) return before.id
  const folders = (await list()).toSorted(
    (one, other) => Number(one.isNested ?? false) - Number(other.isNested ?? false),
  )
  const sameId = isThere ? undefined : folders.find(({ id }) => id === before?.id)
  const id = (sameId ?? folderNamed(folders, name))?.id ?? (await create(name))
  if (id !== before?.id && name.length <= MAX_NAME) {
    const others = all.filter((one) => one !== before)
    await values.set(VALUE, [{ name, place, id }, ...others].slice(0, MAX_STORED))
  }
  return id
}

/** One with just this name, else one that differs in case or in spaces around it. */
const folderNamed = (folders: readonly ServiceFolder[], name: string): ServiceFolder | undefined =>
  folders.find((one) => one.name === name) ??
  folders.find((one) => one.name.trim().toLowerCase() === name.trim().toLowerCase())
