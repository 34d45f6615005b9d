import { attach, combine, createEvent, createStore, sample } from 'effector'
import {
  defineClient,
  type FieldValue,
  type FoundEntry,
  type PluginNode,
} from '../../src/plugin-api/client.ts'
import { section } from './plugin.ts'

/** Words of a title that are compared at most. */
const MAX_TERMS = 3
/** Letters of a word that says what a title is about. */
const MIN_LETTERS = 5

/** The longest words of a title, in small letters. Texts without spaces have few, or none. */
export const titleTerms = (title: string): readonly string[] =>
  [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))]
    .filter(({ length }) => length >= MIN_LETTERS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_TERMS)

const FILTERS: Readonly<Record<string, string>> = {
  starred: ' is:starred',
  noted: ' (has:highlight OR has:note)',
}

/** @param among a choice of the setting `relatedAmong` */
export const queryOf = (term: string, among: unknown): string =>
  `title:"${term}"${FILTERS[String(among)] ?? ''}`

/** The ones that most of the searches found, the latest of them first. */
export function mostShared<Entry extends { readonly id: string; readonly publishedAt: number }>(
  results: readonly (readonly Entry[])[],
  own: string,
  limit: number,
): readonly Entry[] {
  const found = new Map(results.flat().map((one) => [one.id, one]))
  const shares = (id: string) => results.filter((list) => list.some((one) => one.id === id)).length
  return [...found.values()]
    .filter(({ id }) => id !== own)
    .toSorted((a, b) => shares(b.id) - shares(a.id) || b.publishedAt - a.publishedAt)
    .slice(0, limit)
}

/** Entries that are shown, and of each search. */
const SHOWN = 5
const FOUND = 20

type Related = { readonly of: string; readonly found: readonly FoundEntry[] }

export default defineClient(({ entries, entryPanel, reader, failed, $settings }) => {
  const shown = createEvent<FieldValue>()
  const opened = createEvent<FieldValue>()
  const searchFx = attach({
    source: { open: reader.$open, settings: $settings },
    async effect({ open, settings }, id: FieldValue): Promise<Related> {
      const terms = open?.entry.id === id ? titleTerms(open.entry.title ?? '') : []
      const queries = terms.map((term) => queryOf(term, settings['relatedAmong']))
      const results = await Promise.all(queries.map((query) => entries(query, FOUND)))
      return { of: String(id), found: mostShared(results, String(id), SHOWN) }
    },
  })
  const $related = createStore<Related | null>(null, { serialize: 'ignore' }).on(
    searchFx.doneData,
    (_, related) => related,
  )
  sample({ clock: shown, target: searchFx })
  sample({ clock: searchFx.failData, target: failed })
  sample({
    clock: opened,
    source: reader.$view,
    fn: (view, id) => ({ view, entryId: String(id) }),
    target: reader.entryRequested,
  })
  const $tree = combine(reader.$open, $related, (open, related): PluginNode | null =>
    !related || related.of !== open?.entry.id || related.found.length === 0
      ? null
      : {
          kind: 'stack',
          children: related.found.map(({ id, title, url }) => ({
            kind: 'button',
            key: id,
            label: title ?? url ?? '…',
            press: 'opened',
            value: id,
          })),
        },
  )
  entryPanel({ ...section, $tree, on: { shown, opened } })
})
