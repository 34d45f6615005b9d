import {
  defineServer,
  PluginRefusal,
  refusalOf,
  required,
  webAddressOf,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'

const SERVICE = 'Cubox'

/** Cubox's API: POST to the user's own address, which is the whole secret. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId, selection }, caller) => {
    const address = required(caller.secret('cuboxToken'), SERVICE, 'cuboxToken')
    const { entry } = await caller.entry(entryId)
    const url = webAddressOf(entry, SERVICE)
    const facts = {
      title: entry.title ?? '',
      description: caller.settings['saveSummaryAsDescription'] === true ? (entry.description ?? '') : '',
      tags: [],
      folder: '',
    }
    const asMemo = selection !== undefined && caller.settings['enableCuboxAutoMemo'] === true
    const reply = await caller.fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(
        asMemo
          ? { type: 'memo', content: selection, ...facts, source_url: url }
          : { type: 'url', content: url, ...facts },
      ),
    })
    if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, SERVICE)
    const { code, message } = answerIn(reply.text)
    // Refusals come as success with a code of their own.
    if (code !== 200)
      throw new PluginRefusal('outside.refused', { service: SERVICE, status: code, reason: message })
    return {}
  })
})

/** @throws PluginRefusal where the answer is not { code, message } */
function answerIn(text: string): { readonly code: number; readonly message: string } {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
    if (typeof code === 'number') return { code, message: String(message ?? '') }
  } catch {
    // Not JSON: refused below.
  }
  throw new PluginRefusal('outside.unreadable', { service: SERVICE })
}
