/** What plugins for services that keep bookmarks have in common: server.ts of such a plugin says how one is sent. */
import { commandCall, defineCalls, saveCall } from './manifest.ts'
import { webAddressOf } from './saving.ts'
import { defineServer, type Caller, type ServerHalf } from './server.ts'

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
}

export type BookmarkService = {
  /** Its name, as users know it. */
  readonly name: string
  /**
   * Sends a bookmark.
   * @returns the address where it opens, if the service says so, and whether it had been there
   * @throws PluginRefusal
   */
  readonly save: (
    bookmark: Bookmark,
    caller: Caller,
  ) => Promise<{ readonly url?: string; readonly again?: boolean }>
  /** Sends a request that succeeds with good settings alone. @throws PluginRefusal */
  readonly check: (caller: Caller) => Promise<unknown>
}

const calls = defineCalls({ save: saveCall, check: commandCall })

/**
 * The server half: it answers `save`, and the command `check` with the message `connected` of the plugin's locales.
 * @example export default bookmarkServer({ name: 'Linkding', save, check })
 */
export const bookmarkServer = ({ name, save, check }: BookmarkService): ServerHalf =>
  defineServer(({ answer }) => {
    answer(calls.save, async ({ entryId }, caller) => {
      const { entry, labels, starred } = await caller.entry(entryId)
      const bookmark = {
        url: webAddressOf(entry, name),
        title: entry.title ?? '',
        description: entry.description ?? '',
        tags: labels,
        starred,
      }
      return save(bookmark, caller)
    })
    answer(calls.check, async (_, caller) => {
      await check(caller)
      return { key: 'connected' }
    })
  })

/** Tags of a service whose tags have no spaces. */
export const tagsWithoutSpaces = (tags: readonly string[]): readonly string[] =>
  tags.map((tag) => tag.trim().replaceAll(/\s+/g, '-'))
