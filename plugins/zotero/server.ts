import { createHash } from 'node:crypto'
import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'
import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import { htmlOfPassages, passagesOf } from '../../src/plugin-api/passages.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Zotero'
/** What was written and what was not, by the place in the request. */
const writtenSchema = z.object({
  success: z.record(z.string(), z.string()).default({}),
  failed: z
    .record(z.string(), z.object({ code: z.number().default(400), message: z.string().default('') }))
    .default({}),
})
const collection = z.object({
  key: z.string(),
  data: z.object({
    name: z.string().default(''),
    /** false of one at the top. */
    parentCollection: z.union([z.string(), z.boolean()]).default(false),
    /** It is in the trash. */
    deleted: z.union([z.boolean(), z.number()]).default(false),
  }),
})
/** Of collections, a hundred each: no more are looked through. */
const PAGE = 100
const MAX_PAGES = 50
/** Statuses that Zotero explains in its documentation of writing, with the plugin's words for them. */
const REFUSED: Readonly<Record<number, string>> = {
  400: 'invalid',
  409: 'locked',
  413: 'tooLarge',
}

/** Under which Zotero writes an entry once within half a day, however often it is sent. 32 characters. */
const writeToken = (userId: string, entryId: string): string =>
  createHash('sha256').update(`${userId} ${entryId}`).digest('hex').slice(0, 32)

/** Zotero's Web API: POST /users/{id}/items with one item. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const userId = required(caller.settings['zoteroUserID'], SERVICE, 'zoteroUserID')
    const token = required(caller.secret('zoteroToken'), SERVICE, 'zoteroToken')
    const saved = await caller.entry(entryId)
    const item = itemOf(saved, webAddressOf(saved.entry, SERVICE))
    const library = `${baseAddress(caller.settings['zoteroEndpoint'])}/users/${userId}`
    const headers = { 'Zotero-API-Key': token, 'Zotero-API-Version': '3' }
    const send = (sent: object, key: string) =>
      caller.fetch(`${library}/items`, {
        method: 'POST',
        headers: {
          ...headers,
          'Zotero-Write-Token': writeToken(userId, key),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify([sent]),
        idempotent: true,
      })
    const folder = await folderFor(caller, saved.folder, collectionsOf(caller, library, headers))
    if (folder.id !== null) item.collections.push(String(folder.id))
    const reply = await send(item, entryId)
    // The token was used before.
    if (reply.status === 412) return { again: true }
    const refused = REFUSED[reply.status]
    if (refused) throw new PluginRefusal(refused)
    const parentItem = keyIn(reply)
    const note = htmlOfPassages(await passagesOf(caller, entryId))
    if (note)
      succeeded(await send({ itemType: 'note', parentItem, note, tags: [] }, `${entryId} note`), SERVICE)
    return { remark: folder.remark }
  })
})

/** The key of what was written. @throws PluginRefusal where it was not */
function keyIn(reply: OutboundResponse): string {
  const { success, failed } = bodyOf(succeeded(reply, SERVICE), writtenSchema, SERVICE)
  const wrong = failed['0']
  if (wrong)
    throw new PluginRefusal('outside.refused', {
      service: SERVICE,
      status: wrong.code,
      reason: wrong.message,
    })
  const key = success['0']
  if (!key) throw new PluginRefusal('outside.unreadable', { service: SERVICE })
  return key
}

const collectionsOf = (
  { fetch }: Caller,
  library: string,
  headers: Readonly<Record<string, string>>,
): FolderService => ({
  service: SERVICE,
  place: library,
  async list() {
    const all: ServiceFolder[] = []
    for (let start = 0; start < PAGE * MAX_PAGES; start += PAGE) {
      const reply = await fetch(`${library}/collections?limit=${PAGE}&start=${start}`, { headers })
      const items = bodyOf(succeeded(reply, SERVICE), z.array(collection), SERVICE)
      for (const { key: id, data } of items)
        if (!data.deleted) all.push({ id, name: data.name, isNested: data.parentCollection !== false })
      if (items.length < PAGE) break
    }
    return all
  },
  async isThere(id) {
    const reply = await fetch(`${library}/collections/${id}`, { headers })
    return reply.status !== 404 && !bodyOf(succeeded(reply, SERVICE), collection, SERVICE).data.deleted
  },
  create: async (name) =>
    keyIn(
      await fetch(`${library}/collections`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify([{ name, parentCollection: false }]),
        idempotent: true,
      }),
    ),
})

/** An entry with its feed, as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>

/** A `webpage` item of Zotero's Web API, version 3. @param url the entry's address */
function itemOf({ entry, feed, labels }: Saved, url: string) {
  return {
    itemType: 'webpage',
    title: entry.title ?? '',
    // One field: feeds do not tell first names from last names.
    creators: entry.author ? [{ creatorType: 'author', name: entry.author }] : [],
    abstractNote: entry.description ?? '',
    websiteTitle: feed.title ?? '',
    websiteType: '',
    date: entry.publishedAt,
    shortTitle: '',
    url,
    // Without milliseconds, as Zotero expects it.
    accessDate: new Date(entry.insertedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    language: entry.language ?? '',
    rights: '',
    extra: '',
    tags: labels.map((tag) => ({ tag })),
    collections: [] as string[],
    relations: {},
  }
}
