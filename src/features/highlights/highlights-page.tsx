import { useUnit } from 'effector-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { $highlights, highlightOpened, registry, type UserHighlight } from '../../model/index.ts'
import {
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  HighlightIcon,
  IconButton,
  Notice,
  RelativeTime,
  SearchField,
  useTranslation,
} from '../../ui/index.ts'
import { Page } from '../page/index.ts'
import { highlightsOfEntries, matchingHighlights, type EntryHighlights } from './highlights-of.ts'

/** Entries that are drawn at first, and with each press of the button below them. */
const ENTRIES_AT_ONCE = 50

/** The page /highlights: all highlights and notes by entry, those of the entry that was marked last first. */
export function HighlightsPage() {
  const { t } = useTranslation(['sources', 'common'])
  const { all, open } = useUnit({ all: $highlights, open: highlightOpened })
  const [typed, setTyped] = useState('')
  const [bound, setBound] = useState(ENTRIES_AT_ONCE)
  const matching = useMemo(() => matchingHighlights(all, typed), [all, typed])
  const entries = useMemo(() => highlightsOfEntries(matching), [matching])
  const list = useRef<HTMLDivElement>(null)
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.highlight-open') ?? [])]
    const row = (event.target as Element).closest('[data-highlight-id]')
    const at = rows.findIndex((one) => row?.contains(one))
    rows[Math.max(0, Math.min(at + step, rows.length - 1))]?.focus()
  }
  return (
    <Page
      className="highlights"
      title={t('highlights.title')}
      intro={t('highlights.intro')}
      actions={all.length > 0 && <Button commandId="highlight:export">{t('highlights.export')}</Button>}
    >
      {all.length === 0 ? (
        <EmptyState
          icon={<HighlightIcon />}
          title={t('highlights.none')}
          description={t('highlights.noneHint')}
        />
      ) : (
        <>
          <SearchField
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
              <OfEntry key={one.entryId} {...one} onOpen={(id) => open({ id })} />
            ))}
          </div>
          {entries.length > bound && (
            <Button onClick={() => setBound(bound + ENTRIES_AT_ONCE)}>{t('highlights.more')}</Button>
          )}
          {matching.length === 0 && <Notice>{t('highlights.noMatch')}</Notice>}
          <p className="highlights-count">{t('highlights.keys')}</p>
        </>
      )}
    </Page>
  )
}

function OfEntry({ entry, highlights, onOpen }: EntryHighlights & { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation('sources')
  return (
    <section className="highlights-entry">
      <h2 dir="auto">{entry.title || entry.url || t('highlights.untitled')}</h2>
      <p className="highlights-count">
        {entry.feedTitle && <span dir="auto">{entry.feedTitle} · </span>}
        <RelativeTime at={entry.publishedAt} />
      </p>
      <ul>
        {highlights.map((highlight) => (
          <HighlightRow key={highlight.id} highlight={highlight} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

type HighlightRowProps = { readonly highlight: UserHighlight; readonly onOpen: (id: string) => void }

function HighlightRow({ highlight: { id, quote, note, color, createdAt }, onOpen }: HighlightRowProps) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const args = { highlight: id }
  const pressed = (event: KeyboardEvent) => {
    const command = { e: 'highlight:note', Delete: 'highlight:delete' }[event.key]
    if (!command || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    invoke({ id: command, source: 'keyboard', args })
  }
  return (
    <li data-highlight-id={id} data-accent={quote ? color : undefined} onKeyDown={pressed}>
      <button type="button" className="highlight-open" dir="auto" onClick={() => onOpen(id)}>
        {quote ? <q>{quote.exact}</q> : <span className="highlight-note">{note}</span>}
      </button>
      {quote && note !== null && (
        <p className="highlight-note" dir="auto">
          {note}
        </p>
      )}
      <span className="highlight-actions">
        <RelativeTime at={createdAt} />
        <IconButton
          size="small"
          label={t(note === null ? 'highlights.addNote' : 'highlights.editNote')}
          icon={<EditIcon aria-hidden="true" />}
          commandId="highlight:note"
          data-command-args={JSON.stringify(args)}
        />
        <IconButton
          size="small"
          label={t(quote ? 'highlights.delete' : 'highlights.deleteNote')}
          icon={<DeleteIcon aria-hidden="true" />}
          commandId="highlight:delete"
          data-command-args={JSON.stringify(args)}
        />
      </span>
    </li>
  )
}
