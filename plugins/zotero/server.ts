import {
  baseAddress,
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  webAddressOf,
  z,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { itemOf } from './item.ts'

const SERVICE = 'Zotero'
/** What was written and what was not, by the place in the request. */
const writtenSchema = z.object({
  success: z.record(z.string(), z.string()).default({}),
  failed: z
    .record(z.string(), z.object({ code: z.number().default(400), message: z.string().default('') }))
    .default({}),
})
/** Statuses that Zotero explains in its documentation of writing, with the plugin's words for them. */
const REFUSED: Readonly<Record<number, string>> = {
  400: 'invalid',
  409: 'locked',
  412: 'changed',
  413: 'tooLarge',
}

/** Zotero's Web API: POST /users/{id}/items with one item. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const userId = required(caller.settings['zoteroUserID'], SERVICE, 'zoteroUserID')
    const token = required(caller.secret('zoteroToken'), SERVICE, 'zoteroToken')
    const saved = await caller.entry(entryId)
    const item = itemOf(saved, webAddressOf(saved.entry, SERVICE))
    const endpoint = baseAddress(caller.settings['zoteroEndpoint'])
    const reply = await caller.fetch(`${endpoint}/users/${userId}/items`, {
      method: 'POST',
      headers: { 'Zotero-API-Key': token, 'Zotero-API-Version': '3', 'Content-Type': 'application/json' },
      body: JSON.stringify([item]),
    })
    const refused = REFUSED[reply.status]
    if (refused) throw new PluginRefusal(refused)
    const { success, failed } = bodyOf(succeeded(reply, SERVICE), writtenSchema, SERVICE)
    const wrong = failed['0']
    if (wrong)
      throw new PluginRefusal('outside.refused', {
        service: SERVICE,
        status: wrong.code,
        reason: wrong.message,
      })
    if (!success['0']) throw new PluginRefusal('outside.unreadable', { service: SERVICE })
    return {}
  })
})
