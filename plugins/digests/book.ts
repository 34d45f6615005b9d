/** The entries of a digest as a book. */
import { escapedXml, fileNamePart, writeEpub, type Chapter } from '../../src/plugin-api/epub.ts'
import { type Caller, type MailFile, type SelectedEntry } from '../../src/plugin-api/server.ts'
import { originOf, titleOf } from './letter.ts'
import { textsIn } from './texts.ts'

export type BookInput = {
  readonly name: string
  readonly timeZone: string
  readonly language: string
  /** In their order; their contents are loaded. */
  readonly entries: readonly SelectedEntry[]
  /** ms since 1970 */
  readonly now: number
}

/** @param xhtml the host's */
export async function bookOf(
  caller: Caller,
  xhtml: (html: string) => Promise<string>,
  { name, timeZone, language, entries, now }: BookInput,
): Promise<MailFile> {
  const ids = entries.map(({ entry }) => entry.id)
  const stored = await caller.entries('', { ids, limit: ids.length, withContent: true })
  const contents = new Map(stored.map(({ entry }) => [entry.id, entry.content]))
  const chapters: Chapter[] = []
  for (const selected of entries) {
    const { entry } = selected
    const summary = `<p>${escapedXml(entry.description ?? '')}</p>`
    const content = contents.get(entry.id)
    chapters.push({
      title: titleOf(selected),
      origin: originOf(selected, language, timeZone),
      url: entry.url ?? null,
      language: entry.language ?? null,
      // One that cannot be read within the bounds on time and memory has its summary.
      body: content ? await xhtml(content).catch(() => summary) : summary,
    })
  }
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(now)
  const bytes = writeEpub({
    id: crypto.randomUUID(),
    title: `${name} · ${day}`,
    language,
    modified: now,
    contents: textsIn(language).contents,
    chapters,
  })
  return { name: fileNameOf(name, now, timeZone), type: 'application/epub+zip', bytes }
}

/** The day as 2026-01-31. */
function fileNameOf(name: string, now: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
  return `${fileNamePart(name) || 'Digest'} ${day}.epub`
}
