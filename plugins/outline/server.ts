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
  const save = async (entryId: string, caller: Caller): Promise<Saved> => {
    const collection = required(caller.settings['outlineCollection'], SERVICE, 'outlineCollection')
    const { entry, starred, folder: name } = await caller.entry(entryId)
    const passages = await passagesOf(caller, entryId)
    const sent = await sentAs(caller, entryId)
    const updated = sent === null ? null : await addQuotations(caller, sent, passages)
    if (sent !== null && updated !== null) {
      const isStarred = !starred || (await star(caller, sent))
      return { ...addressIn(caller, updated), again: true, ...(!isStarred && { remark: NOT_STARRED }) }
    }
    const folder = await folderFor(caller, name, collectionsOf(caller))
    const collectionId =
      folder.id ??
      (UUID.test(collection)
        ? collection
        : (await send(caller, 'collections.info', { id: collection }, answerWith({ id: z.string() }))).data
            .id)
    const content = await markdown(entry.content ?? '')
    const text = [content, markdownOfPassages(passages)].filter(Boolean).join('\n\n')
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
    await rememberSent(caller, entryId, created.data.id)
    const isStarred = !starred || (await star(caller, created.data.id))
    return { ...addressIn(caller, created.data.url), remark: isStarred ? folder.remark : NOT_STARRED }
  }
  answer(calls.save, ({ entryId }, caller) => save(entryId, caller))
  answer(calls.highlights, async ({ entryId }, caller) => void (await save(entryId, caller)))
})

type Saved = { readonly url?: string; readonly again?: boolean; readonly remark?: PluginText | undefined }
const NOT_STARRED: PluginText = { key: 'notStarred' }

/** Adds what a document does not quote to its end. @returns its address; null where it is gone */
async function addQuotations(
  caller: Caller,
  id: string,
  passages: readonly Passage[],
): Promise<string | null> {
  const reply = await request(caller, 'documents.info', { id })
  if (reply.status === 404) return null
  const known = answerWith({ url: z.string(), text: z.string(), deletedAt: z.string().nullish() })
  const { data } = bodyOf(succeeded(reply, SERVICE), known, SERVICE)
  if (data.deletedAt) return null
  const missing = markdownOfPassages(missingIn(data.text, passages))
  if (missing)
    await send(caller, 'documents.update', { id, text: `\n\n${missing}`, append: true }, z.unknown())
  return data.url
}

const addressIn = (caller: Caller, address: string): { url?: string } => {
  const url = URL.parse(address, endpointOf(caller))
  return url ? { url: url.href } : {}
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
