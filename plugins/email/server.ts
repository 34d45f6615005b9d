import { defineServer } from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { letterOf } from './letter.ts'

/** One e-mail to the user for each entry, by the server's mail server. */
export default defineServer(({ answer, markdown }) => {
  answer(calls.save, async ({ entryId, selection }, caller) => {
    const saved = await caller.entry(entryId)
    const text =
      caller.settings['emailWholeText'] === true
        ? await markdown(saved.entry.content ?? '')
        : (saved.entry.description ?? '')
    const prefix = String(caller.settings['emailSubjectPrefix'])
    await caller.mail(letterOf(saved, { prefix, text, selection }))
    return {}
  })
})
