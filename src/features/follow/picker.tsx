import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { Output } from '../../contract/calls.ts'
import {
  selectorNames,
  SELECTOR_MAX,
  type PageSelectors,
  type PageSource,
  type SelectorName,
} from '../../contract/page-address.ts'
import {
  Button,
  Notice,
  SegmentedControl,
  TextField,
  useTranslation,
  RelativeTime,
  SkeletonText,
  useSettled,
} from '../../ui/index.ts'
import { CandidateList, type CandidateRow } from './candidate-list.tsx'
import { PageFrame } from './page-frame.tsx'
import { previewFx } from '../../model/discover/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

export type InspectedPage = Output<'pageFeeds.inspect'>['data']

const NOTHING: PageSelectors = { item: '', title: '', link: '', date: '', summary: '' }

type Picked = 'entries' | 'changes'

type PickerProps = {
  readonly page: InspectedPage
  /** What the feed picks so far; null for a new feed. */
  readonly stored: (PageSelectors & Pick<PageSource, 'changes'>) | null
  /** What a new feed has. */
  readonly initially: Picked
  readonly addressOf: (picked: PageSelectors & Pick<PageSource, 'changes'>) => string
  readonly submitLabel: string
  readonly onPick: (address: string) => void
}

/** What is picked on a page: its entries or the text whose changes are followed, by a list, the page's structure or selectors. */
export function Picker({ page, stored, initially, addressOf, submitLabel, onPick }: PickerProps) {
  const { t } = useTranslation('app')
  const [picked, setPicked] = useState<Picked>(stored ? (stored.changes ? 'changes' : 'entries') : initially)
  const entries = useEntriesChoice(page, stored?.changes ? null : stored)
  const part = usePartChoice(page, stored?.changes ? stored.item : '')
  const followsChanges = picked === 'changes'
  const { rows, current, choose, selectors, label } = followsChanges ? part : entries
  const isPicked = followsChanges || selectors.item.trim() !== ''
  const address = isPicked ? addressOf(followsChanges ? { ...selectors, changes: true } : selectors) : null
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (address !== null) onPick(address)
  }
  return (
    <form className="page-picker" onSubmit={submit}>
      <div className="page-picker-choice">
        <SegmentedControl
          label={t('pageFeed.followed')}
          value={picked}
          segments={[
            { value: 'entries', label: t('pageFeed.itsEntries') },
            { value: 'changes', label: t('pageFeed.itsChanges') },
          ]}
          onChange={setPicked}
        />
        {rows.length > 0 ? (
          <CandidateList
            label={label}
            rows={rows}
            current={current}
            onChoose={choose}
            onSubmit={() => submit()}
          />
        ) : (
          <Notice>{t('pageFeed.noCandidates')}</Notice>
        )}
        {followsChanges ? (
          <SelectorFields selectors={selectors} onChange={part.onChange} names={['item']} isPart />
        ) : (
          <SelectorFields selectors={selectors} onChange={entries.onChange} isOpen={rows.length === 0} />
        )}
        <PagePreview
          address={address}
          title={t(followsChanges ? 'pageFeed.present' : 'pageFeed.preview')}
          isWhole={followsChanges}
        />
        <Button type="submit" variant="primary" disabled={address === null}>
          {submitLabel}
        </Button>
      </div>
      <PageFrame
        outline={page.outline}
        of={followsChanges ? 'parts' : 'candidates'}
        // The first row of the parts is the whole page.
        current={followsChanges ? current - 1 : current}
        onChoose={(at) => choose(followsChanges ? at + 1 : at)}
      />
    </form>
  )
}

function useEntriesChoice({ candidates }: InspectedPage, stored: PageSelectors | null) {
  const { t } = useTranslation('app')
  const [selectors, setSelectors] = useState<PageSelectors>(
    () => stored ?? candidates[0]?.selectors ?? NOTHING,
  )
  return {
    label: t('pageFeed.candidates'),
    rows: candidates.map(({ selectors: { item }, count, samples }): CandidateRow => ({
      selector: item,
      title: samples.join(' · ') || item,
      count: t('pageFeed.elements', { count }),
    })),
    selectors,
    onChange: setSelectors,
    current: candidates.findIndex((one) => one.selectors.item === selectors.item),
    choose: (at: number) => setSelectors(candidates[at]?.selectors ?? selectors),
  }
}

/** The whole page, or a part of it. */
function usePartChoice({ parts }: InspectedPage, stored: string) {
  const { t } = useTranslation('app')
  const [selectors, setSelectors] = useState<PageSelectors>({ ...NOTHING, item: stored })
  const rows: readonly CandidateRow[] = [
    { selector: '', title: t('pageFeed.wholePage'), detail: t('pageFeed.wholePageHint') },
    ...parts.map(({ selector, sample }) => ({ selector, title: sample })),
  ]
  return {
    label: t('pageFeed.parts'),
    rows,
    selectors,
    onChange: setSelectors,
    current: rows.findIndex(({ selector }) => selector === selectors.item.trim()),
    choose: (at: number) => setSelectors({ ...NOTHING, item: rows[at]?.selector ?? '' }),
  }
}

type SelectorFieldsProps = {
  readonly selectors: PageSelectors
  readonly onChange: (selectors: PageSelectors) => void
  readonly names?: readonly SelectorName[]
  /** Of the part of the page whose changes are followed. */
  readonly isPart?: boolean
  readonly isOpen?: boolean
}

/** The selectors themselves, folded: they are found automatically. */
function SelectorFields({
  selectors,
  onChange,
  names = selectorNames,
  isPart = false,
  isOpen = false,
}: SelectorFieldsProps) {
  const { t } = useTranslation('app')
  const hints: Partial<Record<SelectorName, string>> = {
    item: t(isPart ? 'pageFeed.selectors.partHint' : 'pageFeed.selectors.itemHint'),
    title: t('pageFeed.selectors.titleHint'),
  }
  return (
    <details className="feed-request" open={isOpen}>
      <summary>{t('pageFeed.selectorsTitle')}</summary>
      <div className="page-picker-selectors">
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`pageFeed.selectors.${isPart ? 'part' : name}`)}
            hint={hints[name]}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={SELECTOR_MAX}
            value={selectors[name]}
            onChange={(event) => onChange({ ...selectors, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </details>
  )
}

const ENTRIES = 3
/** ms after the last change of the address before the server reads it. */
const DELAY_MS = 350

type PagePreviewProps = {
  /** null: nothing is picked. */
  readonly address: string | null
  readonly title: string
  /** The entry is the text of the page, whose title and address all know. */
  readonly isWhole: boolean
}

/** The first three entries of the feed that would be made. */
function PagePreview({ address, title, isWhole }: PagePreviewProps) {
  const { t } = useTranslation(['app', 'errors'])
  const preview = useUnit(previewFx)
  const settled = useSettled(address, DELAY_MS)
  const query = useQuery({
    queryKey: ['preview', settled],
    queryFn: () => preview(settled ?? ''),
    enabled: settled !== null,
    retry: false,
  })
  if (address === null) return <p className="ui-field-hint">{t('pageFeed.nothingPicked')}</p>
  const isPending = query.isFetching || settled !== address
  return (
    <section className="follow-latest page-preview" aria-label={title} aria-busy={isPending}>
      <h3>{title}</h3>
      {isPending && !query.data && <SkeletonText lines={ENTRIES} />}
      {query.isError && !isPending && <Notice tone="warning">{errorMessage(query.error, t)}</Notice>}
      <ul>
        {query.data?.entries.slice(0, ENTRIES).map((entry) => (
          <li key={entry.guid}>
            <span>
              <strong>{entry.title || entry.url}</strong>
              {entry.description && (
                <span className="page-preview-summary" data-whole={isWhole || undefined}>
                  {entry.description}
                </span>
              )}
              {entry.url && !isWhole && <span className="found-address">{entry.url}</span>}
            </span>
            {entry.publishedAt && !isWhole && <RelativeTime at={entry.publishedAt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
