/** What plugins see of the reader. */
import { combine, createEvent, sample } from 'effector'
import { isExtracted, shownHtml } from '../features/entry/shown-html.ts'
import { $currentEntry, $entrySummaries, $readerView } from '../model/entries/index.ts'
import { $view } from '../model/location/index.ts'
import { passageHighlighted, splitRequested } from '../model/reading/index.ts'
import { $general } from '../model/settings/index.ts'
import { $drawnRows } from '../model/timeline/index.ts'
import type { OpenEntry, PluginReader } from '../plugin-api/client.ts'

const $open = combine($currentEntry, $readerView, (entry, readerView): OpenEntry | null =>
  entry
    ? {
        entry: entry.summary,
        html: shownHtml(entry, readerView),
        target: isExtracted(entry, readerView) ? 'readabilityContent' : 'content',
      }
    : null,
)
const $listed = combine($drawnRows, $entrySummaries, (ids, summaries) =>
  ids.flatMap((id) => summaries.get(id) ?? []),
)
const translationBesideToggled = createEvent()
sample({
  clock: translationBesideToggled,
  fn: () => ({ beside: 'translation' as const }),
  target: splitRequested,
})

export const pluginReader: PluginReader = {
  $open,
  $listed,
  $view,
  $language: $general.map(({ language }) => language),
  translationBesideToggled,
  passageHighlighted,
}
