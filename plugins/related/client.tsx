import { attach, combine, createEvent, createStore, sample } from 'effector'
import {
  defineClient,
  type FieldValue,
  type FoundEntry,
  type PluginNode,
} from '../../src/plugin-api/client.ts'
import { section } from './contributes.ts'
import { mostShared, queryOf, titleTerms } from './title-terms.ts'

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
