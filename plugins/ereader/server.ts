import { escapedXml, fileNamePart, writeEpub } from '../../src/plugin-api/epub.ts'
import { defineServer, headingOf, required } from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

const calls = defineCalls({ save: saveCall })

/** A book of one entry for each, to the address of the e-reader. */
export default defineServer(({ answer, xhtml }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const address = required(caller.settings['ereaderAddress'], 'E-reader', 'ereaderAddress')
    const saved = await caller.entry(entryId)
    const { entry } = saved
    const { title, origin } = headingOf(saved)
    const language = await caller.language()
    const content = entry.content ?? ''
    const bytes = writeEpub({
      id: crypto.randomUUID(),
      title,
      language: entry.language ?? language,
      modified: Date.now(),
      contents: title,
      chapters: [
        {
          title,
          origin,
          url: entry.url ?? null,
          language: entry.language ?? null,
          body: content === '' ? `<p>${escapedXml(entry.description ?? '')}</p>` : await xhtml(content),
        },
      ],
    })
    const name = `${fileNamePart(title).slice(0, 100) || 'Entry'}.epub`
    await caller.mailTo(
      { address, code: String(caller.settings['ereaderCode'] ?? '') },
      { subject: title, text: entry.url ?? title, files: [{ name, type: 'application/epub+zip', bytes }] },
    )
    return {}
  })
})
