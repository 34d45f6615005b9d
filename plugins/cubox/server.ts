import {
  bodyOf,
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  webAddressOf,
  z,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { highlightCall, passageOf } from '../../src/plugin-api/passages.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall, highlight: highlightCall })

const SERVICE = 'Cubox'
const answerSchema = z.object({ code: z.number(), message: z.string().default('') })

/** Cubox's API: POST to the user's own address, which is the whole secret. */
export default defineServer(({ answer }) => {
  answer(calls.save, async ({ entryId, selection }, caller) => {
    await send(entryId, caller.settings['enableCuboxAutoMemo'] === true ? selection : undefined, caller)
    return {}
  })
  answer(calls.highlight, async (of, caller) => {
    const passage = await passageOf(caller, of)
    if (passage) await send(of.entryId, [passage.text, passage.note].filter(Boolean).join('\n\n'), caller)
  })
})

/** @param memo text of the entry; undefined: its address is saved */
async function send(entryId: string, memo: string | undefined, caller: Caller): Promise<void> {
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
  const reply = await caller.fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(
      memo === undefined
        ? { type: 'url', content: url, ...facts }
        : { type: 'memo', content: memo, ...facts, source_url: url },
    ),
  })
  const { code, message } = bodyOf(succeeded(reply, SERVICE), answerSchema, SERVICE)
  // Refusals come as success with a code of their own.
  if (code !== 200)
    throw new PluginRefusal('outside.refused', { service: SERVICE, status: code, reason: message })
}
