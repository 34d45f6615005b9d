import { defineServer, headingOf, type Caller } from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

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

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>
type Parts = {
  /** Stands before the title in the subject. */
  readonly prefix: string
  readonly text: string
  /** Text that the user has selected, quoted before the rest. */
  readonly selection?: string | undefined
}

/** An entry as an e-mail of plain text. */
export function letterOf(saved: Saved, { prefix, text, selection }: Parts) {
  const { title, origin } = headingOf(saved)
  const quoted = selection?.replaceAll(/^/gm, '> ')
  const head = [title, origin, saved.entry.url].filter(Boolean).join('\n')
  return {
    subject: [prefix, title].filter(Boolean).join(' '),
    text: `${[head, quoted, text.trim()].filter(Boolean).join('\n\n')}\n`,
  }
}
