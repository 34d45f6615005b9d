import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import { commandCall, defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'
import { htmlOfPassages, passagesOf } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  defineServer,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'

const NAME = 'Joplin'
const calls = defineCalls({ save: saveCall, check: commandCall })
const made = z.object({ id: z.string() })
const notebooks = z.object({
  items: z.array(z.object({ id: z.string(), title: z.string(), parent_id: z.string().default('') })),
  has_more: z.boolean().default(false),
})
/** Of notebooks, a hundred each: no more are looked through. */
const MAX_PAGES = 50
const found = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) })

/** Joplin's Data API, with the token in each address. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const ask = connectionOf(caller)
    const { entry, labels, folder: name } = await caller.entry(entryId)
    const url = webAddressOf(entry, NAME)
    const folder = await folderFor(caller, name, notebooksOf(caller, ask))
    const note = {
      title: entry.title || url,
      body_html: `${entry.content || entry.description || ''}${htmlOfPassages(await passagesOf(caller, entryId))}`,
      source_url: url,
      base_url: url,
      ...(entry.author && { author: entry.author }),
      ...(folder.id !== null && { parent_id: folder.id }),
    }
    const { id } = bodyOf(await ask('notes', {}, note), made, NAME)
    for (const label of labels) {
      const tag = await tagOf(ask, label)
      await ask(`tags/${encodeURIComponent(tag)}/notes`, {}, { id })
    }
    return { remark: folder.remark }
  })
  answer(calls.check, async (_, caller) => {
    await connectionOf(caller)('folders', { limit: '1' })
    return { key: 'connected' }
  })
})

type Ask = ReturnType<typeof connectionOf>

const notebooksOf = ({ settings }: Caller, ask: Ask): FolderService => ({
  service: NAME,
  place: baseAddress(settings['joplinEndpoint']),
  async list() {
    const all: ServiceFolder[] = []
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = { fields: 'id,title,parent_id', limit: '100', page: String(page) }
      const { items, has_more } = bodyOf(await ask('folders', query), notebooks, NAME)
      all.push(...items.map((one) => ({ id: one.id, name: one.title, isNested: one.parent_id !== '' })))
      if (!has_more) break
    }
    return all
  },
  create: async (title) => bodyOf(await ask('folders', {}, { title }, true), made, NAME).id,
})

/** Joplin's tags are in small letters. @returns the id of the one that is there, or of a new one */
async function tagOf(ask: Ask, label: string): Promise<string> {
  const title = label.toLowerCase()
  const { items } = bodyOf(await ask('search', { query: title, type: 'tag' }), found, NAME)
  const known = items.find((one) => one.title === title)
  return known?.id ?? bodyOf(await ask('tags', {}, { title }), made, NAME).id
}

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['joplinEndpoint'])
  const token = required(secret('joplinToken'), NAME, 'joplinToken')
  return async (path: string, query: Readonly<Record<string, string>>, body?: object, idempotent = false) => {
    const address = `${endpoint}/${path}?${new URLSearchParams({ ...query, token }).toString()}`
    const request = body && {
      method: 'POST' as const,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      idempotent,
    }
    return succeeded(await fetch(address, request), NAME)
  }
}
