import { useUnit } from 'effector-react'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { attach, createEvent, sample } from 'effector'
import { addressOpened } from '../../model/browser-actions/index.ts'
import {
  $currentEntry,
  $readerView,
  contentsRequested,
  entrySummariesLoaded,
} from '../../model/entries/index.ts'
import { $split, $splitShare, splitClosed, splitResized } from '../../model/reading/index.ts'
import { CloseIcon, IconButton, useTranslation } from '../../ui/index.ts'
import { Article } from './article.tsx'
import { hostOf } from './links.ts'
import { SourceFrame } from './source-frame.tsx'
import { $services } from '../../model/services.ts'
import { createSideEntry } from './create-side-entry.ts'

/** The entry that stays in the second half of the pane. */
const $pinnedId = $split.map((split) => (split.beside === 'entry' ? split.entryId : null))

/** The second half is rendered. This module may load after the entry was pinned. */
const besideShown = createEvent()

const $pinnedEntry = createSideEntry({ $id: $pinnedId, requested: besideShown })

const loadSummaryFx = attach({
  source: $services,
  effect: ({ local }, id: string) => local.call('entries.heads', [id]),
})
const pinnedShown = sample({
  clock: [$pinnedId, besideShown],
  source: $pinnedId,
  filter: (id): id is string => id !== null,
})
sample({ clock: pinnedShown, target: loadSummaryFx })
sample({ clock: loadSummaryFx.doneData, target: entrySummariesLoaded })
sample({ clock: pinnedShown, fn: (id) => [id], target: contentsRequested })

const ThreadPane = lazy(async () => ({ default: (await import('./thread-pane.tsx')).ThreadPane }))

/** px: of a pane in which two texts do not stand side by side. */
const NARROW = 640
const MAIN = 'entry-main'
const BESIDE = 'entry-beside'

/** The entry, and beside it its page, its translation, its comments, the page of a link, or a second entry. */
export function SplitPane({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation(['app', 'common'])
  const { share, resized, closed } = useUnit({
    share: $splitShare,
    resized: splitResized,
    closed: splitClosed,
  })
  const [isNarrow, setNarrow] = useState(false)
  const watchWidth = useCallback((group: HTMLDivElement | null) => {
    if (!group) return
    const update = () => setNarrow(group.clientWidth > 0 && group.clientWidth < NARROW)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(group)
    return () => observer.disconnect()
  }, [])
  return (
    <Group
      id="entry-split"
      elementRef={watchWidth}
      className="entry-split"
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) resized(Math.round(layout[MAIN] ?? 50))
      }}
    >
      <Panel id={MAIN} defaultSize={`${share}%`} minSize="20%">
        {children}
      </Panel>
      <Separator id="after-entry-main" aria-label={t('reading.resizeSplit')} />
      <Panel id={BESIDE} minSize="20%">
        <div className="entry-beside">
          <IconButton
            className="entry-beside-close"
            label={t('reading.closeSplit')}
            icon={<CloseIcon />}
            size="small"
            onClick={() => closed()}
          />
          <Suspense fallback={null}>
            <Beside />
          </Suspense>
        </div>
      </Panel>
    </Group>
  )
}

function Beside() {
  const { t } = useTranslation()
  const { shown, open, split, current, pinned, readerView } = useUnit({
    shown: besideShown,
    open: addressOpened,
    split: $split,
    current: $currentEntry,
    pinned: $pinnedEntry,
    readerView: $readerView,
  })
  useEffect(() => shown(), [shown])
  if (split.beside === 'source')
    return current ? (
      <SourceFrame key={current.summary.id} url={current.summary.url} title={current.summary.title ?? ''} />
    ) : null
  if (split.beside === 'thread') return <ThreadPane entryId={current?.summary.id ?? null} />
  if (split.beside === 'page') {
    const { url } = split
    return <SourceFrame key={url} url={url} title={hostOf(url) ?? url} onOpen={() => open(url)} />
  }
  if (split.beside === 'translation')
    return (
      <div className="entry-scroll" tabIndex={0} role="region" aria-label={t('entry.translation')}>
        {current ? <Article entry={current} readerView={readerView} shown="translation" /> : null}
      </div>
    )
  return (
    <div className="entry-scroll" tabIndex={0} role="region" aria-label={t('reading.secondEntry')}>
      {pinned ? <Article entry={pinned} readerView={false} /> : null}
    </div>
  )
}
