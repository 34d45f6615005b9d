import { useProvidedScope, useStoreMap, useUnit } from 'effector-react'
import {
  lazy,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useEffect,
  type RefObject,
} from 'react'
import { registry } from '../../model/app/index.ts'
import {
  $currentEntry,
  $currentEntryId,
  $isCurrentMissing,
  $readerView,
  $transcriptView,
  rowsRequested,
} from '../../model/entries/index.ts'
import { $inboxes } from '../../model/subscriptions/index.ts'
import { $sourceView, $split } from '../../model/reading/index.ts'
import { ContextMenu, SkeletonText, useTranslation, Button, ErrorState } from '../../ui/index.ts'
import { menuOfEntry } from '../../model/menus/index.ts'
import { commandMenu, useCommandPresentationGetter } from '../shared/command-presentation/index.ts'
import { Article } from './article.tsx'
import { EntryBar } from './entry-bar.tsx'
import { NothingOpen } from './nothing-open.tsx'
import { useReading } from './use-reading.tsx'
import { useReadingPosition } from './use-reading-position.ts'
import { useScrollKeys } from './use-scroll-keys.ts'
import { toBrowserPath } from '../../core/base-path.ts'
import { isBizId } from '../../core/ids.ts'
import { safeSource } from '../../core/safe-href.ts'
import { $online } from '../../model/network/index.ts'

const SourceFrame = lazy(async () => ({ default: (await import('./source-frame.tsx')).SourceFrame }))
const SplitPane = lazy(async () => ({ default: (await import('./split-pane.tsx')).SplitPane }))

/** The open entry. */
export function Entry() {
  const { t } = useTranslation()
  const { entry, id, isMissing, readerView, transcriptView, sourceView, split } = useUnit({
    entry: $currentEntry,
    id: $currentEntryId,
    isMissing: $isCurrentMissing,
    readerView: $readerView,
    transcriptView: $transcriptView,
    sourceView: $sourceView,
    split: $split,
  })
  const label = useMemo(() => t('entry.label'), [t])
  const faceOf = useCommandPresentationGetter()
  const isMail = useStoreMap({
    store: $inboxes,
    keys: [entry?.summary.feedId ?? ''],
    fn: (inboxes, [feedId]) => inboxes.has(feedId),
  })
  const scope = useProvidedScope()
  const itemsFor = () => {
    const commands = scope?.getState(registry.$commands)
    if (id === null || !commands) return []
    return commandMenu([...menuOfEntry(commands, isMail), '-', 'entry:ability'], faceOf, { entries: [id] })
  }
  const scroller = useRef<HTMLDivElement>(null)
  const progress = useRef<HTMLDivElement>(null)
  // Opening and closing the second pane renders another element.
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const attach = useCallback((rendered: HTMLDivElement | null) => {
    scroller.current = rendered
    setElement(rendered)
  }, [])
  useScrollProgress(element, progress)
  useScrollKeys(scroller)
  // Reading or setting the scroll position when nothing was scrolled would force layout.
  const scrolled = useRef(false)
  useLayoutEffect(() => {
    if (scroller.current && scrolled.current) scroller.current.scrollTop = 0
    scrolled.current = false
  }, [id, readerView, transcriptView])

  const isWaiting = entry === null
  useReadingPosition(
    element,
    id === null || isWaiting ? null : `${id}${transcriptView ? ' transcript' : readerView ? ' reader' : ''}`,
  )

  const panel = useReading(scroller, id, entry?.content)
  const reading = (
    <ContextMenu className="pane-scroll" label={t('timeline.menu')} itemsFor={itemsFor} keysOnly>
      <div
        ref={attach}
        className="entry-scroll"
        data-scroll
        data-entry-scroll
        onScroll={() => (scrolled.current = true)}
        tabIndex={0}
        aria-busy={id !== null && entry?.content.status === 'loading'}
      >
        {entry ? (
          <Article
            entry={entry}
            readerView={readerView}
            transcriptView={transcriptView}
            {...(split.beside === 'translation' && { shown: 'original' as const })}
          />
        ) : id === null ? (
          <NothingOpen />
        ) : isMissing ? (
          <EntryMissing id={id} />
        ) : (
          <Waiting />
        )}
      </div>
    </ContextMenu>
  )
  const showsSource = sourceView && entry !== null

  return (
    <section className="pane entry" data-focus-area="entry-render" aria-label={label}>
      <EntryBar />
      <div ref={progress} className="entry-progress" aria-hidden="true" />
      {panel}
      {showsSource && (
        <Suspense fallback={null}>
          <SourceFrame url={entry.summary.url} title={entry.summary.title ?? ''} />
        </Suspense>
      )}
      <div className="entry-panes" hidden={showsSource}>
        {split.beside === 'none' || id === null ? (
          reading
        ) : (
          <Suspense fallback={reading}>
            <SplitPane>{reading}</SplitPane>
          </Suspense>
        )}
      </div>
    </section>
  )
}

const Waiting = () => (
  <div className="entry-page entry-waiting" aria-hidden="true">
    <SkeletonText lines={2} />
    <SkeletonText lines={6} />
    <SkeletonText lines={5} />
  </div>
)

/** Shows the reading progress of the entry while it scrolls, without rendering React components. */
function useScrollProgress(element: HTMLElement | null, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!element) return
    let drawn = '0'
    const draw = () => {
      const room = element.scrollHeight - element.clientHeight
      const now = room > 0 ? String(element.scrollTop / room) : '0'
      if (now !== drawn) bar.current?.style.setProperty('--progress', now)
      drawn = now
    }
    const scrolled = ({ type }: Event) => {
      bar.current?.style.setProperty('opacity', type === 'scroll' ? '1' : '0')
      draw()
    }
    const resized = new ResizeObserver(draw)
    for (const child of element.children) resized.observe(child)
    const events = ['scroll', 'scrollend']
    for (const type of events) element.addEventListener(type, scrolled, { passive: true })
    return () => {
      resized.disconnect()
      for (const type of events) element.removeEventListener(type, scrolled)
    }
  }, [element, bar])
}

/** An entry that was opened by its address and that this user cannot read. Its public page may be open to everybody. */
function EntryMissing({ id }: { readonly id: string }) {
  const { t } = useTranslation(['app', 'common'])
  const { request, online } = useUnit({ request: rowsRequested, online: $online })
  return (
    <ErrorState
      title={t('reading.missing')}
      description={t(online ? 'reading.missingHint' : 'reading.notKeptWords')}
      actions={
        <Button variant="primary" onClick={() => request([id])}>
          {t('common:action.retry')}
        </Button>
      }
      hint={
        online &&
        isBizId(id) && (
          <a href={safeSource(toBrowserPath(`/share/entries/${encodeURIComponent(id)}`))}>
            {t('reading.openPublicPage')}
          </a>
        )
      }
    />
  )
}
