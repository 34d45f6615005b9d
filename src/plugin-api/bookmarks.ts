/** What plugins for services that keep bookmarks have in common: server.ts of such a plugin says how one is sent. */
import { commandCall, defineCalls, saveCall, type PluginText } from './manifest.ts'
import { highlightsCall, markdownOfPassages, passagesOf, type Passage } from './passages.ts'
import { webAddressOf } from './saving.ts'
import { rememberSent, sentAs } from './sent.ts'
import { defineServer, type Caller, type ServerHalf, type ServerHost } from './server.ts'

/** An entry as a bookmark. */
export type Bookmark = {
  readonly url: string
  readonly title: string
  /** Plain text; empty where the entry has none. */
  readonly description: string
  /** The user's labels of the entry. */
  readonly tags: readonly string[]
  /** The user has starred it. */
  readonly starred: boolean
  /** The name of the folder of its feed; empty where it is in none. */
  readonly folder: string
  /** What they have highlighted and noted. Needs `highlights:read`. */
  readonly passages: () => Promise<readonly Passage[]>
  /** What the service called it when it was sent before, if `save` returned that. Needs `values`. */
  readonly sentAs: () => Promise<string | null>
}

export type BookmarkService = {
  /** Its name, as users know it. */
  readonly name: string
  /**
   * Sends a bookmark.
   * @returns the address where it opens, if the service says so, whether it had been there, what of it was not saved, and what to
   * remember as `sentAs`
   * @throws PluginRefusal
   */
  readonly save: (
    bookmark: Bookmark,
    caller: Caller,
    host: Pick<ServerHost, 'textRanges'>,
  ) => Promise<{
    readonly url?: string
    readonly again?: boolean
    readonly remark?: PluginText | undefined
    readonly id?: string
  }>
  /** Sends a request that succeeds with good settings alone. @throws PluginRefusal */
  readonly check: (caller: Caller) => Promise<unknown>
}

const calls = defineCalls({ save: saveCall, highlights: highlightsCall, check: commandCall })

/**
 * The server half: it answers `save`, `highlights` in the same way, and the command `check` with the message `connected` of the plugin's locales.
 * @example export default bookmarkServer({ name: 'Linkding', save, check })
 */
export const bookmarkServer = ({ name, save, check }: BookmarkService): ServerHalf =>
  defineServer(({ answer, textRanges }) => {
    const saveEntry = async (entryId: string, caller: Caller) => {
      const { entry, labels, starred, folder } = await caller.entry(entryId)
      const bookmark = {
        url: webAddressOf(entry, name),
        title: entry.title ?? '',
        description: entry.description ?? '',
        tags: labels,
        starred,
        folder,
        passages: () => passagesOf(caller, entryId),
        sentAs: () => sentAs(caller, entryId),
      }
      const { id, ...saved } = await save(bookmark, caller, { textRanges })
      if (id !== undefined) await rememberSent(caller, entryId, id)
      return saved
    }
    answer(calls.save, ({ entryId }, caller) => saveEntry(entryId, caller))
    answer(calls.highlights, async ({ entryId }, caller) => void (await saveEntry(entryId, caller)))
    answer(calls.check, async (_, caller) => {
      await check(caller)
      return { key: 'connected' }
    })
  })

/** Tags of a service whose tags have no spaces. */
export const tagsWithoutSpaces = (tags: readonly string[]): readonly string[] =>
  tags.map((tag) => tag.trim().replaceAll(/\s+/g, '-'))

/**
 * A description with what the user has highlighted and noted below it, for services with one text for both. Where it is too long, the
 * description is shortened first.
 * @param max characters
 */
export function describedWith(description: string, passages: readonly Passage[], max: number): string {
  const quotations = markdownOfPassages(passages).slice(0, max)
  const shortened = description.slice(0, Math.max(0, max - quotations.length - 2))
  return [shortened, quotations].filter(Boolean).join('\n\n').toWellFormed()
}
