import {
  defineServer,
  PluginRefusal,
  refusalOf,
  required,
  webAddressOf,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { itemOf } from './item.ts'

const SERVICE = 'Zotero'
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
    const endpoint = String(caller.settings['zoteroEndpoint']).replace(/\/+$/, '')
    const reply = await caller.fetch(`${endpoint}/users/${userId}/items`, {
      method: 'POST',
      headers: { 'Zotero-API-Key': token, 'Zotero-API-Version': '3', 'Content-Type': 'application/json' },
      body: JSON.stringify([item]),
    })
    const refused = REFUSED[reply.status]
    if (refused) throw new PluginRefusal(refused)
    if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, SERVICE)
    const { success, failed } = resultIn(reply.text)
    if (failed) throw new PluginRefusal('outside.refused', { service: SERVICE, ...failed })
    if (!success) throw new PluginRefusal('outside.unreadable', { service: SERVICE })
    return {}
  })
})

type Result = {
  /** The key of the new item. */
  readonly success?: string
  readonly failed?: { readonly status: number; readonly reason: string }
}

/** The answer lists what was written and what was not, by the place in the request. */
function resultIn(text: string): Result {
  try {
    const { success, failed } = JSON.parse(text) as {
      success?: Record<string, string>
      failed?: Record<string, { code?: number; message?: string }>
    }
    const wrong = failed?.['0']
    return {
      ...(success?.['0'] ? { success: success['0'] } : {}),
      ...(wrong ? { failed: { status: wrong.code ?? 400, reason: wrong.message ?? '' } } : {}),
    }
  } catch {
    return {}
  }
}
