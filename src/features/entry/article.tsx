import { useUnit } from 'effector-react'
import { memo, useMemo } from 'react'
import { safeHref } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/index.ts'
import {
  $feeds,
  $readerView,
  $subscriptions,
  readerViewToggled,
  type CurrentEntry,
} from '../../model/index.ts'
import {
  Avatar,
  Button,
  ErrorState,
  Notice,
  RelativeTime,
  SkeletonText,
  Spinner,
  useTranslation,
} from '../../ui/index.ts'
import { Attachments } from './attachments.tsx'
import { Content } from './content.tsx'
import { Gallery } from './gallery.tsx'
import { htmlOfText } from './html-of-text.ts'
import { readingMinutes } from './reading-minutes.ts'

/** One entry: header, content and attachments. */
export const Article = memo(function Article({ entry }: { readonly entry: CurrentEntry }) {
  const { t } = useTranslation()
  const { feeds, subscriptions, readerView } = useUnit({
    feeds: $feeds,
    subscriptions: $subscriptions,
    readerView: $readerView,
  })
  const { head } = entry
  const feed = feeds.get(head.feedId)
  const feedName = subscriptions.get(`feed/${head.feedId}`)?.title || feed?.title || feed?.url || ''
  const html = shownHtml(entry, readerView)
  const minutes = useMemo(() => readingMinutes(html), [html])
  const minutesWords = useMemo(
    () => (minutes > 0 ? t('entry.minutes', { count: minutes }) : null),
    [minutes, t],
  )
  return (
    <article className="entry-page" data-entry-page={head.id} lang={head.language ?? undefined}>
      <header className="entry-head">
        <p className="entry-source">
          <Avatar src={feed?.image} name={feedName} size="small" />
          <span>{feedName}</span>
        </p>
        <Title head={head} />
        <p className="entry-facts">
          {head.author && <span>{head.author}</span>}
          {head.url && !head.title ? (
            <a href={safeHref(head.url)} target="_blank" rel="noopener noreferrer">
              <RelativeTime at={head.publishedAt} full />
            </a>
          ) : (
            <RelativeTime at={head.publishedAt} full />
          )}
          {minutesWords && <span>{minutesWords}</span>}
        </p>
      </header>
      {readerView && <ReaderState entry={entry} />}
      <Attachments head={head} />
      <Body entry={entry} html={html} />
      <Gallery head={head} html={html} />
    </article>
  )
})

/** A note without a title gets a heading for screen readers only, because its text would repeat it. */
function Title({ head }: { readonly head: EntryHead }) {
  const { t } = useTranslation()
  if (!head.title)
    return <h1 className="ui-visually-hidden">{head.description?.slice(0, 80) || t('entry.untitled')}</h1>
  return (
    <h1 className="entry-title">
      {head.url ? (
        <a href={safeHref(head.url)} target="_blank" rel="noopener noreferrer">
          {head.title}
        </a>
      ) : (
        head.title
      )}
    </h1>
  )
}

/** The extracted article when loaded; before that and on failure the feed's content. A description is plain text. */
function shownHtml({ head, body }: CurrentEntry, readerView: boolean): string | null {
  if (readerView && body.readability.status === 'ready' && body.readability.html) return body.readability.html
  if (body.html || body.status === 'loading') return body.html || null
  return head.description ? htmlOfText(head.description) : null
}

function Body({ entry, html }: { readonly entry: CurrentEntry; readonly html: string | null }) {
  const { t } = useTranslation()
  const { status } = entry.body
  if (html) return <Content html={html} summary={entry.head} />
  if (status === 'loading')
    return (
      <div className="entry-waiting" aria-hidden="true">
        <SkeletonText lines={5} />
        <SkeletonText lines={4} />
      </div>
    )
  if (status === 'ready') return <p className="entry-none">{t('entry.noContent')}</p>
  return (
    <ErrorState
      title={t(status === 'missing' ? 'entry.notKept' : 'entry.failed')}
      description={t(status === 'missing' ? 'entry.notKeptWords' : 'entry.failedWords')}
    />
  )
}

/** Status of the extracted article: the feed's content stays visible while it loads. */
function ReaderState({ entry }: { readonly entry: CurrentEntry }) {
  const { t } = useTranslation()
  const toggle = useUnit(readerViewToggled)
  const { status, html } = entry.body.readability
  if (status === 'ready' && html) return null
  if (status === 'loading' || status === 'none')
    return (
      <Notice>
        <span className="entry-reader-loading">
          <Spinner /> {t('entry.readerLoading')}
        </span>
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" variant="quiet" onClick={() => toggle()}>
          {t('entry.readerBack')}
        </Button>
      }
    >
      {t('entry.readerFailed')}
    </Notice>
  )
}
