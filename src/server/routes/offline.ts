import { MAX_OFFLINE_ENTRIES } from '../../contract/offline.ts'
import { basePathOf } from '../http/base-path.ts'
import type { Routes } from '../http/routes.ts'
import { measureContents } from '../storage/measure-contents.ts'
import { searchCandidates, searchEntries } from '../storage/search-entries.ts'
import { parsedQuery } from './search.ts'
import { toEntry } from './wire-entry.ts'

/** What taking the entries of a query along would take, and the addresses of their recordings on this server. */
export const offlineRoutes = {
  'offline.measure': async ({ storage, user, now }, { q }) => {
    const ast = parsedQuery(q)
    const candidates = await searchCandidates(storage, user.id, ast)
    const most = Math.min(ast.limit ?? Infinity, MAX_OFFLINE_ENTRIES)
    const found = await searchEntries(storage, user.id, ast, {
      candidates,
      now: now(),
      after: null,
      limit: most + 1,
    })
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
    const pictures = entries.flatMap(({ media }) => (media ?? []).filter(({ type }) => type === 'photo'))
    return {
      code: 0,
      data: {
        entries: entries.length,
        isCut: ast.limit === undefined && found.length > most,
        textLength: contents.length,
        pictures: contents.pictures + pictures.length,
        recordings: {
          count: sizes.length,
          bytes: sizes.reduce((sum, size) => sum + size, 0),
          unknown: sizes.filter((size) => size === 0).length,
        },
      },
    }
  },

  'offline.signRecordings': async ({ recordings, config }, { urls }) => ({
    code: 0,
    data: Object.fromEntries(
      urls.flatMap((url) => {
        const path = recordings.sign(url)
        return path === null ? [] : [[url, basePathOf(config) + path]]
      }),
    ),
  }),
} satisfies Routes
