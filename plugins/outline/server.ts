import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import {
  highlightsCall,
  markdownOfPassages,
  missingIn,
  passagesOf,
  type Passage,
} from '../../src/plugin-api/passages.ts'
import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  z,
  type Caller,
  type OutboundResponse,
} from '../../src/plugin-api/server.ts'
import { rememberSent, sentAs } from '../../src/plugin-api/sent.ts'
import { defineCalls, saveCall, type PluginText } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall, highlights: highlightsCall })

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
  const create = async (
    caller: Caller,
    { entry, folder: name }: Saved,
    collection: string,
    passages: readonly Passage[],
  ): Promise<OutlineDocument> => {
    const folder = await folderFor(caller, name, collectionsOf(caller))
    const collectionId = folder.id ?? (await collectionIdOf(caller, collection))
    const content = await markdown(entry.content ?? '')
    const text = [content, markdownOfPassages(passages)].filter(Boolean).join('\n\n')
    const sent = {
      title: shortened(entry.title || entry.url || entry.publishedAt),
      text: entry.url ? `${text}\n\n<${entry.url}>` : text,
      collectionId,
      publish: true,
    }
    const { data } = await send(
      caller,
      'documents.create',
      sent,
      answerWith({ id: z.string(), url: z.string() }),
    )
    return { ...data, remark: folder.remark }
  }
  const save = async (entryId: string, caller: Caller) => {
    const collection = required(caller.settings['outlineCollection'], SERVICE, 'outlineCollection')
    const saved = await caller.entry(entryId)
    const passages = await passagesOf(caller, entryId)
    const updated = await addQuotations(caller, await sentAs(caller, entryId), passages)
    const { id, url, remark } = updated ?? (await create(caller, saved, collection, passages))
    if (updated === null) await rememberSent(caller, entryId, id)
    const isStarred = !saved.starred || (await star(caller, id))
    const address = URL.parse(url, endpointOf(caller))
    return {
      ...(address && { url: address.href }),
      again: updated !== null,
      remark: isStarred ? remark : NOT_STARRED,
    }
  }
  answer(calls.save, ({ entryId }, caller) => save(entryId, caller))
  answer(calls.highlights, async ({ entryId }, caller) => void (await save(entryId, caller)))
})

/** An entry with its feed, as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>
type OutlineDocument = {
  readonly id: string
  /** A path. */
  readonly url: string
  /** What of the entry was not saved. */
  readonly remark?: PluginText | undefined
}
const NOT_STARRED: PluginText = { key: 'notStarred' }

/** Adds what a document does not quote to its end. @returns null where it is gone, and where none is known */
async function addQuotations(
  caller: Caller,
  id: string | null,
  passages: readonly Passage[],
): Promise<OutlineDocument | null> {
  if (id === null) return null
  const reply = await request(caller, 'documents.info', { id })
  if (reply.status === 404) return null
  const known = answerWith({ url: z.string(), text: z.string(), deletedAt: z.string().nullish() })
  const { data } = bodyOf(succeeded(reply, SERVICE), known, SERVICE)
  if (data.deletedAt) return null
  const missing = markdownOfPassages(missingIn(data.text, passages))
  if (missing)
    await send(caller, 'documents.update', { id, text: `\n\n${missing}`, append: true }, z.unknown())
  return { id, url: data.url }
}

/** @param collection its UUID, or the end of its address */
async function collectionIdOf(caller: Caller, collection: string): Promise<string> {
  if (UUID.test(collection)) return collection
  return (await send(caller, 'collections.info', { id: collection }, answerWith({ id: z.string() }))).data.id
}

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

const request = (caller: Caller, method: string, body: object): Promise<OutboundResponse> =>
  caller.fetch(`${endpointOf(caller)}/${method}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${required(caller.secret('outlineToken'), SERVICE, 'outlineToken')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    // A collection is looked up before one is created.
    idempotent: method.startsWith('collections.') || method === 'documents.info',
  })

async function send<T extends z.ZodType>(
  caller: Caller,
  method: string,
  body: object,
  schema: T,
): Promise<z.output<T>> {
  const reply = await request(caller, method, body)
  if (reply.status === 404 && method === 'collections.info') throw new PluginRefusal('noCollection')
  return bodyOf(succeeded(reply, SERVICE), schema, SERVICE)
}
