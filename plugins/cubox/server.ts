import {
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  webAddressOf,
  z,
} from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Cubox'
const answerSchema = z.object({ code: z.number(), message: z.string().default('') })

/** Cubox's API: POST to the user's own address, which is the whole secret. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId, selection }, caller) => {
    const address = required(caller.secret('cuboxToken'), SERVICE, 'cuboxToken')
    const { entry, labels, folder } = await caller.entry(entryId)
    const url = webAddressOf(entry, SERVICE)
    const facts = {
      title: entry.title ?? '',
      description: caller.settings['saveSummaryAsDescription'] === true ? (entry.description ?? '') : '',
      tags: labels,
      // Empty: where Cubox puts what is new.
      folder,
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
    const { code, message } = bodyOf(succeeded(reply, SERVICE), answerSchema, SERVICE)
    // Refusals come as success with a code of their own.
    if (code !== 200)
      throw new PluginRefusal('outside.refused', { service: SERVICE, status: code, reason: message })
    return {}
  })
})
