import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  succeeded,
  webAddressOf,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Eagle'

type Folder = { readonly id: string; readonly name: string; readonly children: readonly Folder[] }
const folder: z.ZodType<Folder> = z.object({
  id: z.string(),
  name: z.string(),
  get children() {
    return z.array(folder).default([])
  },
})

/** The API of the Eagle application: POST /api/item/addFromURLs with the pictures of an entry. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { entry, labels, folder: folderName } = await caller.entry(entryId)
    const website = webAddressOf(entry, SERVICE)
    const media = [...new Set((entry.media ?? []).map(({ url }) => url))]
    if (media.length === 0) throw new PluginRefusal('noMedia')
    const title = entry.title || website
    const endpoint = baseAddress(caller.settings['eagleEndpoint'])
    const { id: folderId, remark } = await folderFor(caller, folderName, foldersOf(caller, endpoint))
    const reply = await caller.fetch(`${endpoint}/api/item/addFromURLs`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...(folderId !== null && { folderId }),
        items: media.map((url, at) => ({
          url,
          // Eagle requires one.
          name: media.length === 1 ? title : `${title} ${at + 1}`,
          website,
          tags: [...new Set([...labels, ...(entry.categories ?? [])])],
          annotation: entry.description ?? '',
          headers: { referer: website },
        })),
      }),
    })
    bodyOf(succeeded(reply, SERVICE), z.object({ status: z.literal('success') }), SERVICE)
    return { remark }
  })
})

/** Those of the library that is open in Eagle. */
const foldersOf = ({ fetch }: Caller, endpoint: string): FolderService => ({
  service: SERVICE,
  place: endpoint,
  async list() {
    const reply = succeeded(await fetch(`${endpoint}/api/folder/list`), SERVICE)
    // Level by level, so that of folders with one name the outermost is the first.
    let level = bodyOf(reply, z.object({ data: z.array(folder) }), SERVICE).data
    const all: ServiceFolder[] = []
    for (; level.length > 0; level = level.flatMap(({ children }) => children)) all.push(...level)
    return all
  },
  async create(folderName) {
    const reply = await fetch(`${endpoint}/api/folder/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ folderName }),
      idempotent: true,
    })
    return bodyOf(succeeded(reply, SERVICE), z.object({ data: folder }), SERVICE).data.id
  },
})
