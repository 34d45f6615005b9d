import { MAX_OFFLINE_ENTRIES } from '../../contract/offline.ts'
import { basePathOf } from '../http/base-path.ts'
import type { Routes } from '../http/routes.ts'
import { measureContents } from '../storage/entries/measure-contents.ts'
import { parsedQuery, selecting } from './selected-entries.ts'
import { toEntry } from './wire-entry.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The download size of a query's entries, and the addresses of their recordings on this server. */
export const offlineRoutes = {
  'offline.measure': async (context, { q }) => {
    const { storage, now } = context
    const { ast, find } = await selecting(context, parsedQuery(q), { within: null })
    const most = Math.min(ast.limit ?? Infinity, MAX_OFFLINE_ENTRIES)
    const found = await find({ now: now(), after: null, limit: most + 1 })
    const entries = found.slice(0, most).map(({ row }) => toEntry(row))
    const contents = await measureContents(
      storage,
      entries.map(({ id }) => id),
    )
    const files = new Map(
      entries.flatMap(({ attachments }) =>
        (attachments ?? [])
          .filter(({ mime_type: type }) => /^(audio|video)\//.test(type ?? ''))
          .map((file) => [file.url, file.size_in_bytes ?? 0] as const),
      ),
    )
    const sizes = [...files.values()]
    // The media of an entry are those of its text, if any.
    const pictures = entries.map(({ id, media }) =>
      Math.max(contents.get(id)?.pictures ?? 0, (media ?? []).filter(({ type }) => type === 'photo').length),
    )
    return {
      data: {
        entries: entries.length,
        isCut: ast.limit === undefined && found.length > most,
        textLength: sum([...contents.values()].map(({ length }) => length)),
        pictures: sum(pictures),
        recordings: {
          count: sizes.length,
          bytes: sum(sizes),
          unknown: sizes.filter((size) => size === 0).length,
        },
      },
    }
  },

  'offline.signRecordings': async ({ recordings, config }, { urls }) => ({
    data: Object.fromEntries(
      urls.flatMap((url) => {
        const path = recordings.sign(url)
        return path === null ? [] : [[url, basePathOf(config) + path]]
      }),
    ),
  }),
} satisfies Routes
