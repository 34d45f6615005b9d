import { defineServer, PluginRefusal, refusalOf, required, type Caller } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Outline'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Outline's API: documents.create, and collections.info where the collection is not named by its UUID. */
export default defineServer(({ answer, markdown }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const collection = required(caller.settings['outlineCollection'], SERVICE, 'outlineCollection')
    const { entry } = await caller.entry(entryId)
    const collectionId = UUID.test(collection)
      ? collection
      : textIn(await send(caller, 'collections.info', { id: collection }), 'id')
    const text = await markdown(entry.content ?? '')
    const created = await send(caller, 'documents.create', {
      title: entry.title || entry.url || entry.publishedAt,
      text: entry.url ? `${text}\n\n<${entry.url}>` : text,
      collectionId,
      publish: true,
    })
    const url = URL.parse(textIn(created, 'url'), endpointOf(caller))
    return url ? { url: url.href } : {}
  })
})

/** Usually ends in /api. */
const endpointOf = ({ settings }: Caller): string =>
  required(settings['outlineEndpoint'], SERVICE, 'outlineEndpoint').replace(/\/+$/, '')

async function send(caller: Caller, method: string, body: object): Promise<unknown> {
  const reply = await caller.fetch(`${endpointOf(caller)}/${method}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${required(caller.secret('outlineToken'), SERVICE, 'outlineToken')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (reply.status === 404 && method === 'collections.info') throw new PluginRefusal('noCollection')
  if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, SERVICE)
  try {
    return reply.json()
  } catch {
    throw new PluginRefusal('outside.unreadable', { service: SERVICE })
  }
}

/** @throws PluginRefusal where the answer is not { data: { name: "…" } } */
function textIn(reply: unknown, name: string): string {
  const value = (reply as { data?: Record<string, unknown> } | null)?.data?.[name]
  if (typeof value !== 'string') throw new PluginRefusal('outside.unreadable', { service: SERVICE })
  return value
}
