import { useStoreMap, useUnit } from 'effector-react'
import { lazy, memo, Suspense, useMemo } from 'react'
import { siteOfFeed } from '../../contract/page-address.ts'
import { entryName } from '../../core/entry-name.ts'
import { plainText } from '../../core/plain-text.ts'
import { safeHref } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/rows.ts'
import {
  $currentEntryId,
  $translations,
  readerViewToggled,
  type CurrentEntry,
  type EntryTranslation,
} from '../../model/entries/index.ts'
import { $highlightsByEntry } from '../../model/highlights/index.ts'
import { $feeds, $inboxes, $subscriptions, entrySourceTitle } from '../../model/subscriptions/index.ts'
import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  formatMinutes,
  Notice,
  RelativeTime,
  SkeletonText,
  Spinner,
  useTranslation,
} from '../../ui/index.ts'
import { unsubscribeAddress } from '../../model/inboxes/unsubscribe-address.ts'
import { Attachments } from './attachments.tsx'
import { Content } from './content.tsx'
import { $transformedHtml, isExtracted, shownHtml } from './content-transforms.ts'
import { EntryLabels } from './entry-labels.tsx'
import { EntryPanels, EntrySections } from './entry-panels.tsx'
import { Gallery } from './gallery.tsx'
import { readingMinutes } from './reading-minutes.ts'
import { RecentReaders } from './recent-readers.tsx'
import { useLeavingWarning } from './use-leaving-warning.tsx'

const Episode = lazy(async () => ({ default: (await import('./episode.tsx')).Episode }))
const Transcript = lazy(async () => ({ default: (await import('./transcript.tsx')).Transcript }))
const EntryNotes = lazy(async () => ({ default: (await import('./entry-notes.tsx')).EntryNotes }))

type ArticleProps = {
  readonly entry: CurrentEntry
  readonly readerView: boolean
  /** Whether the transcript of an episode is shown; absent: it cannot be chosen. */
  readonly transcriptView?: boolean
  /** Absent: as plugins translate it. */
  readonly shown?: 'original' | 'translation'
}

/** One entry: header, content and attachments. */
export const Article = memo(function Article({ entry, readerView, transcriptView, shown }: ArticleProps) {
  const { t } = useTranslation()
  const sources = useUnit({ feeds: $feeds, subscriptions: $subscriptions, inboxes: $inboxes })
  const { summary } = entry
  const feed = sources.feeds.get(summary.feedId)
  const isMail = sources.inboxes.has(summary.feedId)
  const feedName = entrySourceTitle(summary.feedId, sources)
  const html = useUnit($transformedHtml)(shownHtml(entry, readerView))
  const translation = useTranslationOf(summary.id, shown)
  const minutes = useMemo(() => readingMinutes(html), [html])
  const minutesText = useMemo(() => (minutes > 0 ? formatMinutes(minutes, t) : null), [minutes, t])
  const leaving = useLeavingWarning()
  const podcast = summary.extra?.podcast
  return (
    <article
      className="entry-page"
      data-entry-page={summary.id}
      lang={summary.language ?? undefined}
      onClickCapture={leaving.onClickCapture}
    >
      <header className="entry-head">
        <p className="entry-source">
          <Avatar src={feed?.image} name={feed ? siteOfFeed(feed) : feedName} size="small" />
          <span dir="auto">{feedName}</span>
        </p>
        <Title summary={summary} translation={translation} />
        <p className="entry-facts">
          {summary.author && <span dir="auto">{summary.author}</span>}
          {summary.url && !summary.title ? (
            <a href={safeHref(summary.url)} target="_blank" rel="noopener noreferrer">
              <RelativeTime at={summary.publishedAt} full />
            </a>
          ) : (
            <span>
              {isFirstOfChanges(summary) && `${t('entry.watchingSince')} `}
              <RelativeTime at={summary.publishedAt} full />
            </span>
          )}
          {minutesText && <span>{minutesText}</span>}
          <CommentCount summary={summary} />
          {isMail && <Unsubscribe summary={summary} />}
        </p>
        <EntryLabels status={entry.status} />
      </header>
      {readerView && <ReaderState entry={entry} />}
      {shown !== 'translation' && <EntryPanels entry={summary} html={html} />}
      <Attachments summary={summary} html={html} />
      {podcast && (
        <Suspense fallback={null}>
          <Episode entry={summary} podcast={podcast} transcriptView={transcriptView ?? null} />
        </Suspense>
      )}
      {transcriptView && podcast?.transcripts ? (
        <Suspense fallback={<Waiting />}>
          <Transcript entry={summary} />
        </Suspense>
      ) : (
        <Body entry={entry} html={html} readerView={readerView} translation={translation} />
      )}
      <Gallery summary={summary} html={html} />
      {shown !== 'translation' && <Notes id={summary.id} />}
      {shown !== 'translation' && html !== null && <EntrySections entry={summary} html={html} />}
      {!isMail && <RecentReaders id={summary.id} />}
      {leaving.dialog}
    </article>
  )
})

/** The list of highlights and notes, of the open entry alone, and where there are any. */
function Notes({ id }: { readonly id: string }) {
  const hasNotes = useStoreMap({
    store: $highlightsByEntry,
    keys: [id],
    fn: (byEntry, [one]) => byEntry.has(one),
  })
  const isOpen = useStoreMap({ store: $currentEntryId, keys: [id], fn: (open, [one]) => open === one })
  if (!hasNotes || !isOpen) return null
  return (
    <Suspense fallback={null}>
      <EntryNotes />
    </Suspense>
  )
}

function useTranslationOf(id: string, shown: ArticleProps['shown']): EntryTranslation | null {
  const translation = useStoreMap({
    store: $translations,
    keys: [id],
    fn: (translations, [entryId]) => translations.get(entryId) ?? null,
  })
  return useMemo(() => {
    if (shown === 'original') return null
    return shown === 'translation' && translation ? { ...translation, mode: 'translation-only' } : translation
  }, [translation, shown])
}

/** The first entry of a feed of a page's changes has the text that they are compared with. */
const isFirstOfChanges = ({ extra }: EntryHead): boolean =>
  extra?.links?.some(({ type }) => type === 'watching') === true

/** Where the feed names the entry's comments, opens them; with their number where it names that. */
function CommentCount({ summary: { extra } }: { readonly summary: EntryHead }) {
  const { t } = useTranslation()
  const links = extra?.links?.filter(({ type }) => type === 'comments' || type === 'replies') ?? []
  if (links.length === 0) return null
  const count = links.find((link) => link.count !== undefined)?.count
  return (
    <Button size="small" variant="quiet" className="entry-comments" commandId="reading:comments">
      {count === undefined ? t('thread.title') : t('thread.count', { count })}
    </Button>
  )
}

/** The List-Unsubscribe address of a newsletter. */
function Unsubscribe({ summary }: { readonly summary: EntryHead }) {
  const { t } = useTranslation()
  const url = unsubscribeAddress(summary)
  if (!url) return null
  return (
    <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
      {t('entry.unsubscribe')}
    </a>
  )
}

/** A note without a title gets a heading for screen readers only, because its text would repeat it. */
function Title({
  summary,
  translation,
}: {
  readonly summary: EntryHead
  readonly translation: EntryTranslation | null
}) {
  const { t } = useTranslation()
  const translated = translation?.title
  const isReplaced = translated && translation.mode === 'translation-only'
  const text = summary.title ? '' : plainText(summary.description)
  if (text) return <h1 className="ui-visually-hidden">{text.slice(0, 80)}</h1>
  const name = isReplaced ? translated : entryName(summary)
  if (!name) return <h1 className="entry-title entry-untitled">{t('entry.untitled')}</h1>
  return (
    <>
      <h1 className="entry-title" dir="auto" lang={isReplaced ? translation.language : undefined}>
        {summary.url ? (
          <a href={safeHref(summary.url)} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ) : (
          name
        )}
      </h1>
      {translated && !isReplaced && (
        <p className="entry-title-translation" dir="auto" lang={translation.language}>
          {translated}
        </p>
      )}
    </>
  )
}

type BodyProps = {
  readonly entry: CurrentEntry
  readonly html: string | null
  readonly readerView: boolean
  readonly translation: EntryTranslation | null
}

function Body({ entry, html, readerView, translation }: BodyProps) {
  const { t } = useTranslation()
  const { status } = entry.content
  const target = isExtracted(entry, readerView) ? 'readabilityContent' : 'content'
  const translated = useMemo(() => {
    const content = translation?.[target]
    return content ? { content, language: translation.language, mode: translation.mode } : null
  }, [translation, target])
  if (html) return <Content html={html} summary={entry.summary} translation={translated} />
  if (status === 'loading') return <Waiting />
  if (status === 'ready') return <EmptyBody url={entry.summary.url} />
  return (
    <ErrorState
      title={t(status === 'missing' ? 'reading.notKept' : 'reading.failed')}
      description={t(status === 'missing' ? 'reading.notKeptWords' : 'reading.failedWords')}
    />
  )
}

const Waiting = () => (
  <div className="entry-waiting" aria-hidden="true">
    <SkeletonText lines={5} />
    <SkeletonText lines={4} />
  </div>
)

/** The feed carries neither text nor summary: what can be read is on the page. */
function EmptyBody({ url }: { readonly url: string | null }) {
  const { t } = useTranslation()
  if (!url) return <p className="entry-none">{t('reading.noContentNoPage')}</p>
  return (
    <EmptyState
      title={t('reading.noContentTitle')}
      description={t('reading.noContent')}
      actions={
        <>
          <Button variant="primary" commandId="entry:open-in-browser">
            {t('entry.openPage')}
          </Button>
          <Button commandId="entry:ability">{t('reading.readPageHere')}</Button>
        </>
      }
    />
  )
}

/** Status of the extracted article: the feed's content stays visible while it loads. */
function ReaderState({ entry }: { readonly entry: CurrentEntry }) {
  const { t } = useTranslation()
  const toggle = useUnit(readerViewToggled)
  const { status, html } = entry.content.readability
  if (status === 'ready' && html) return null
  if (status === 'loading' || status === 'none')
    return (
      <Notice>
        <span className="entry-reader-loading">
          <Spinner /> {t('reading.readerLoading')}
        </span>
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" variant="quiet" onClick={() => toggle()}>
          {t('reading.readerBack')}
        </Button>
      }
    >
      {t('reading.readerFailed')}
    </Notice>
  )
}
