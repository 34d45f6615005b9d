import { useUnit } from 'effector-react'
import { lazy, Suspense, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { registry } from '../../model/app/index.ts'
import {
  $areHighlightsKnown,
  $highlights,
  highlightOpened,
  type UserHighlight,
} from '../../model/highlights/index.ts'
import { $online } from '../../model/network/index.ts'
import {
  Button,
  EmptyState,
  HighlightIcon,
  moveFocus,
  Notice,
  RelativeTime,
  SearchField,
  SkeletonText,
  useTranslation,
} from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'
import { HighlightRow } from '../shared/highlight-row/index.ts'
import { KeyHints, mainField, Page, useHasDetail } from '../shared/page/index.ts'
import { DailyReview } from './daily-review.tsx'
import { highlightsOfEntries, matchingHighlights, type EntryHighlights } from './highlights-of.ts'
import './highlights.css'

/** With what renders entries, which a small window does not need. */
const HighlightedEntry = lazy(async () => ({
  default: (await import('./highlighted-entry.tsx')).HighlightedEntry,
}))

/** The keys in the list, and what they do. */
const listKeys = [
  ['j,k', 'move'],
  ['Enter', 'open'],
  ['e', 'edit'],
  ['Delete', 'remove'],
] as const
/** Commands that make a highlight. */
const makers = ['highlight:create', 'highlight:create-with-note']

/** Entries that are drawn at first, and with each press of the button below them. */
const ENTRIES_AT_ONCE = 50

/**
 * The page /highlights: all highlights and notes by entry, those of the entry that was marked last first. Beside them the
 * entry of the current one; Enter and a double click open it in the reader.
 */
export default function HighlightsPage() {
  const { t } = useTranslation(['sources', 'common'])
  const faceOf = useCommandPresentation()
  const { all, areKnown, online, open } = useUnit({
    all: $highlights,
    areKnown: $areHighlightsKnown,
    online: $online,
    open: highlightOpened,
  })
  const [typed, setTyped] = useState('')
  const [bound, setBound] = useState(ENTRIES_AT_ONCE)
  const matching = useMemo(() => matchingHighlights(all, typed), [all, typed])
  const entries = useMemo(() => highlightsOfEntries(matching), [matching])
  const [chosen, choose] = useState<string | null>(null)
  const hasDetail = useHasDetail()
  const current = matching.find(({ id }) => id === chosen) ?? entries[0]?.highlights[0] ?? null
  const opened = (event: MouseEvent, id: string) => {
    // A click with the mouse chooses where there is something to see beside the list.
    if (hasDetail && event.detail === 1) choose(id)
    else open({ id })
  }
  const list = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const isReview = params.has('review')
  const pressed = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('[data-highlight-id]')
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.highlight-open') ?? [])]
    const at = buttons.findIndex((button) => row?.contains(button))
    moveFocus(event, buttons, at)
  }
  // With highlights the page has two panes, without them one.
  if (all.length === 0 && !areKnown && online)
    return (
      <Page className="highlights" title={t('highlights.title')}>
        <SkeletonText lines={6} />
      </Page>
    )
  return (
    <Page
      className="highlights"
      title={t('highlights.title')}
      intro={t('highlights.intro')}
      detail={
        current && {
          label: t('highlights.entry'),
          content: (
            <Suspense fallback={null}>
              <HighlightedEntry highlight={current} />
            </Suspense>
          ),
        }
      }
      actions={
        <>
          {hasDetail && current && (
            <Button variant="quiet" onClick={() => open({ id: current.id })}>
              {t('highlights.openEntry')}
            </Button>
          )}
          {all.length > 0 && <Button commandId="highlight:export">{t('highlights.export')}</Button>}
        </>
      }
    >
      {all.length === 0 ? (
        <EmptyState
          icon={<HighlightIcon />}
          title={t('highlights.none')}
          description={t('highlights.noneHint')}
          hint={
            <KeyHints
              hints={makers.flatMap((id) => {
                const face = faceOf(id)
                return face?.keys ? [[face.keys, face.label] as const] : []
              })}
            />
          }
        />
      ) : (
        <>
          <DailyReview key={String(isReview)} isOpened={isReview} />
          <SearchField
            {...(isReview ? {} : mainField)}
            label={t('highlights.search')}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setBound(ENTRIES_AT_ONCE)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
              event.preventDefault()
              list.current?.querySelector<HTMLElement>('.highlight-open')?.focus()
            }}
          />
          <p className="highlights-count" role="status">
            {t('highlights.count', { count: matching.length })}
          </p>
          <div ref={list} onKeyDown={pressed}>
            {entries.slice(0, bound).map((one) => (
              <OfEntry
                key={one.entryId}
                {...one}
                current={hasDetail ? (current?.id ?? null) : null}
                onOpen={opened}
                onChoose={choose}
              />
            ))}
          </div>
          {entries.length > bound && (
            <Button onClick={() => setBound(bound + ENTRIES_AT_ONCE)}>{t('highlights.more')}</Button>
          )}
          {matching.length === 0 && <Notice>{t('highlights.noMatch')}</Notice>}
          <KeyHints hints={listKeys.map(([keys, name]) => [keys, t(`highlights.keys.${name}`)])} />
        </>
      )}
    </Page>
  )
}

type OfEntryProps = EntryHighlights & {
  /** Id of the one whose entry stands beside the list. */
  readonly current: string | null
  readonly onOpen: (event: MouseEvent, id: string) => void
  readonly onChoose: (id: string) => void
}

function OfEntry({ entry, highlights, current, onOpen, onChoose }: OfEntryProps) {
  const { t } = useTranslation('sources')
  return (
    <section className="highlights-entry">
      <h2 dir="auto">{entry.title || entry.url || t('highlights.untitled')}</h2>
      <p className="highlights-count">
        {entry.feedTitle && <span dir="auto">{entry.feedTitle} · </span>}
        <RelativeTime at={entry.publishedAt} />
      </p>
      <ul className="highlight-rows">
        {highlights.map((highlight) => (
          <PageRow
            key={highlight.id}
            highlight={highlight}
            isCurrent={highlight.id === current}
            onOpen={(event) => onOpen(event, highlight.id)}
            onChoose={() => onChoose(highlight.id)}
          />
        ))}
      </ul>
    </section>
  )
}

type PageRowProps = {
  readonly highlight: UserHighlight
  readonly isCurrent: boolean
  readonly onOpen: (event: MouseEvent) => void
  readonly onChoose: () => void
}

/** Runs the commands of a highlight by keys of its own in the list. */
function PageRow({ highlight, isCurrent, onOpen, onChoose }: PageRowProps) {
  const invoke = useUnit(registry.commandInvoked)
  const pressed = (event: KeyboardEvent) => {
    const command = { e: 'highlight:note', Delete: 'highlight:delete' }[event.key]
    if (!command || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    invoke({ id: command, source: 'keyboard', args: { highlight: highlight.id } })
  }
  return (
    <HighlightRow
      highlight={highlight}
      detail={<RelativeTime at={highlight.createdAt} />}
      current={isCurrent}
      onOpen={onOpen}
      onFocus={onChoose}
      onKeyDown={pressed}
    />
  )
}
