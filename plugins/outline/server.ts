import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import { markdownOfPassages, passagesOf } from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Outline'
/** Outline's answers have what was asked for in `data`. */
const answerWith = <T extends z.ZodRawShape>(shape: T) => z.object({ data: z.object(shape) })
/** Characters of a title that Outline takes. */
const MAX_TITLE = 100
const collections = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
/** Of collections: no more are looked through. */
const PAGE = 100
const MAX_PAGES = 20
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Outline's API: documents.create, stars.create for one that is starred, and collections.info where the collection is not named by its UUID. */
export default defineServer(({ answer, markdown }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const collection = required(caller.settings['outlineCollection'], SERVICE, 'outlineCollection')
    const { entry, starred, folder: name } = await caller.entry(entryId)
    const folder = await folderFor(caller, name, collectionsOf(caller))
    const collectionId =
      folder.id ??
      (UUID.test(collection)
        ? collection
        : (await send(caller, 'collections.info', { id: collection }, answerWith({ id: z.string() }))).data
            .id)
    const quotations = markdownOfPassages(await passagesOf(caller, entryId))
    const content = await markdown(entry.content ?? '')
    const text = [content, quotations].filter(Boolean).join('\n\n')
    const document = {
      title: shortened(entry.title || entry.url || entry.publishedAt),
      text: entry.url ? `${text}\n\n<${entry.url}>` : text,
      collectionId,
      publish: true,
    }
    const created = await send(
      caller,
      'documents.create',
      document,
      answerWith({ id: z.string(), url: z.string() }),
    )
    const url = URL.parse(created.data.url, endpointOf(caller))
    const isStarred = !starred || (await star(caller, created.data.id))
    return { ...(url && { url: url.href }), remark: isStarred ? folder.remark : { key: 'notStarred' } }
  })
})

const collectionsOf = (caller: Caller): FolderService => ({
  service: SERVICE,
  place: endpointOf(caller),
  async list() {
    const all: ServiceFolder[] = []
    for (let offset = 0; offset < PAGE * MAX_PAGES; offset += PAGE) {
      const page = await send(caller, 'collections.list', { limit: PAGE, offset }, collections)
      all.push(...page.data)
      if (page.data.length < PAGE) break
    }
    return all
  },
  create: async (name) =>
    (await send(caller, 'collections.create', { name }, answerWith({ id: z.string() }))).data.id,
})

/** @returns whether Outline takes it: some keys may not */
async function star(caller: Caller, documentId: string): Promise<boolean> {
  try {
    await send(caller, 'stars.create', { documentId }, answerWith({ id: z.string() }))
    return true
  } catch (error) {
    if (error instanceof PluginRefusal) return false
    throw error
  }
}

const shortened = (title: string): string =>
  title.length <= MAX_TITLE
    ? title
    : `${title
        .slice(0, MAX_TITLE - 1)
        .toWellFormed()
        .trimEnd()}…`

/** Usually ends in /api. */
const endpointOf = ({ settings }: Caller): string =>
  baseAddress(required(settings['outlineEndpoint'], SERVICE, 'outlineEndpoint'))

async function send<T extends z.ZodType>(
  caller: Caller,
  method: string,
  body: object,
  schema: T,
): Promise<z.output<T>> {
  const reply = await caller.fetch(`${endpointOf(caller)}/${method}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${required(caller.secret('outlineToken'), SERVICE, 'outlineToken')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    // A collection is looked up before one is created.
    idempotent: method.startsWith('collections.'),
  })
  if (reply.status === 404 && method === 'collections.info') throw new PluginRefusal('noCollection')
  return bodyOf(succeeded(reply, SERVICE), schema, SERVICE)
}
