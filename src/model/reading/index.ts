/** Requests that the rendered entry fulfils, and what is shown in place of the entry or beside it. */
import { createEvent, createStore, merge, sample } from 'effector'
import { $currentEntryId, $readerView } from '../entries/index.ts'
import { persist } from '../persist.ts'

/** - contents, find: opens the panel, or closes it - print: opens the print dialog - pictures: opens the picture viewer */
export type ReadingRequest = 'contents' | 'find' | 'print' | 'pictures'
export const readingRequested = createEvent<ReadingRequest>()
/** Scrolls to the next heading (1), the one after (2), or the previous one (-1). */
export const headingStepped = createEvent<{ by: number }>()

export type ExportFormat = 'markdown' | 'html' | 'copy-markdown'
export const exportEntriesRequested = createEvent<{
  readonly ids: readonly string[]
  readonly format: ExportFormat
}>()

/** Shows the original page in a frame instead of the entry, until another entry opens. */
export const sourceViewToggled = createEvent()
export const $sourceView = createStore(false, { serialize: 'ignore' })
  .on(sourceViewToggled, (on) => !on)
  .reset($currentEntryId.updates)
sample({ clock: $readerView, filter: Boolean, fn: () => false, target: $sourceView })

/** What the second half of the entry pane shows: the page of the open entry, or an entry that stays there. */
export type Split =
  | { readonly beside: 'none' }
  | { readonly beside: 'source' }
  | { readonly beside: 'entry'; readonly entryId: string }
/** The same request again closes the second half. */
export const splitRequested = createEvent<Exclude<Split, { beside: 'none' }>>()
export const splitClosed = createEvent()
export const $split = createStore<Split>({ beside: 'none' }, { serialize: 'ignore' })
  .on(splitRequested, (split, requested) =>
    split.beside === requested.beside ? { beside: 'none' } : requested,
  )
  .on(splitClosed, () => ({ beside: 'none' }))
persist($split, {
  key: 'follow:split',
  parse: parseSplit,
  changed: merge([splitRequested, splitClosed]),
  ofUser: true,
})

/** Percent of the entry pane that the first half takes. */
export const splitResized = createEvent<number>()
export const $splitShare = createStore(50, { serialize: 'ignore' }).on(splitResized, (_, share) => share)
persist($splitShare, {
  key: 'follow:split-share',
  parse: (text) => {
    const share = Number(text ?? 50)
    return share >= 20 && share <= 80 ? share : 50
  },
  changed: splitResized,
})

function parseSplit(text: string | null): Split {
  try {
    const { beside, entryId } = JSON.parse(text ?? '{}') as { beside?: unknown; entryId?: unknown }
    if (beside === 'source') return { beside }
    if (beside === 'entry' && typeof entryId === 'string') return { beside, entryId }
  } catch {
    // Another version wrote it.
  }
  return { beside: 'none' }
}
