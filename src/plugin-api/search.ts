/** Searches of plugins beside that of entries. */
import { z } from 'zod'
import { webAddress } from '../core/safe-href.ts'

/**
 * A row: it opens an address on the web in a new tab, or an entry. Of a plugin from elsewhere it names the host of the address,
 * unless the plugin was granted that or was handed the address by the reader.
 */
export type PluginSearchResult = {
  readonly title: string
  /** Shown behind the title, such as the name of a site. */
  readonly detail?: string | undefined
} & ({ readonly url: string } | { readonly entryId: string })

/**
 * Searches where the reader does not, such as in the user's bookmarks: what it finds stands in a group of its own below the
 * entries that the palette finds. It is called when typing stops, with the words of the query without its fields, and has five
 * seconds. A thrown PluginRefusal is shown in its words, any other error with its message; the user can try again.
 * Needs the permission `search`: without it, it is not called.
 * @example
 * searchSource({
 *   id: 'shelf',
 *   title: 'shelf',
 *   search: async (words) => books.filter(({ title }) => title.includes(words)),
 * })
 */
export type PluginSearchSource = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales: the heading of its rows. */
  readonly title: string
  /**
   * @param options.signal aborted when the words have changed or the time is over
   * @returns the best first, at most 50
   */
  readonly search: (
    words: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly PluginSearchResult[]> | readonly PluginSearchResult[]
}

/** Characters of what is shown behind the title. */
export const MAX_DETAIL = 500
const shown = { title: z.string().min(1).max(500), detail: z.string().max(MAX_DETAIL).optional() }

export const pluginSearchResults: z.ZodType<readonly PluginSearchResult[]> = z
  .array(
    z.union([
      z.object({
        ...shown,
        url: z
          .string()
          .max(4000)
          .refine((url) => webAddress(url) !== undefined),
      }),
      z.object({ ...shown, entryId: z.string().min(1).max(100) }),
    ]),
  )
  .max(50)
