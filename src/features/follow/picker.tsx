import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { Output } from '../../contract/calls.ts'
import {
  selectorNames,
  SELECTOR_MAX,
  type PageSelectors,
  type SelectorName,
} from '../../contract/page-address.ts'
import {
  Button,
  Notice,
  TextField,
  useTranslation,
  RelativeTime,
  SkeletonText,
  useSettled,
} from '../../ui/index.ts'
import { CandidateList } from './candidate-list.tsx'
import { PageFrame } from './page-frame.tsx'
import { previewFx } from '../../model/discover/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

export type InspectedPage = Output<'pageFeeds.inspect'>['data']

const NOTHING: PageSelectors = { item: '', title: '', link: '', date: '', summary: '' }

type PickerProps = {
  readonly page: InspectedPage
  /** What the feed picks so far; null for a new feed. */
  readonly stored: PageSelectors | null
  readonly addressOf: (selectors: PageSelectors) => string
  readonly submitLabel: string
  readonly onPick: (address: string) => void
}

/** What is picked on a page, by the list of candidates, the page's structure or selectors, and what comes of it. */
export function Picker({ page, stored, addressOf, submitLabel, onPick }: PickerProps) {
  const { t } = useTranslation('app')
  const { candidates } = page
  const [selectors, setSelectors] = useState<PageSelectors>(
    () => stored ?? candidates[0]?.selectors ?? NOTHING,
  )
  const current = candidates.findIndex((one) => one.selectors.item === selectors.item)
  const choose = (at: number) => setSelectors(candidates[at]?.selectors ?? selectors)
  const address = selectors.item.trim() === '' ? null : addressOf(selectors)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (address !== null) onPick(address)
  }
  return (
    <form className="page-picker" onSubmit={submit}>
      <div className="page-picker-choice">
        {candidates.length > 0 ? (
          <CandidateList
            candidates={candidates}
            current={current}
            onChoose={choose}
            onSubmit={() => submit()}
          />
        ) : (
          <Notice>{t('pageFeed.noCandidates')}</Notice>
        )}
        <SelectorFields selectors={selectors} onChange={setSelectors} isOpen={candidates.length === 0} />
        <PagePreview address={address} />
        <Button type="submit" variant="primary" disabled={address === null}>
          {submitLabel}
        </Button>
      </div>
      <PageFrame outline={page.outline} current={current} onChoose={choose} />
    </form>
  )
}

type SelectorFieldsProps = {
  readonly selectors: PageSelectors
  readonly onChange: (selectors: PageSelectors) => void
  readonly isOpen: boolean
}

/** The selectors themselves, folded: they are found automatically. */
function SelectorFields({ selectors, onChange, isOpen }: SelectorFieldsProps) {
  const { t } = useTranslation('app')
  const hints: Partial<Record<SelectorName, string>> = {
    item: t('pageFeed.selectors.itemHint'),
    title: t('pageFeed.selectors.titleHint'),
  }
  return (
    <details className="feed-request" open={isOpen}>
      <summary>{t('pageFeed.selectorsTitle')}</summary>
      <div className="page-picker-selectors">
        {selectorNames.map((name) => (
          <TextField
            key={name}
            label={t(`pageFeed.selectors.${name}`)}
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

/** The first three entries of the feed that would be made. @param address null: nothing is picked */
function PagePreview({ address }: { readonly address: string | null }) {
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
    <section className="follow-latest page-preview" aria-label={t('pageFeed.preview')} aria-busy={isPending}>
      <h3>{t('pageFeed.preview')}</h3>
      {isPending && !query.data && <SkeletonText lines={ENTRIES} />}
      {query.isError && !isPending && <Notice tone="warning">{errorMessage(query.error, t)}</Notice>}
      <ul>
        {query.data?.entries.slice(0, ENTRIES).map((entry) => (
          <li key={entry.guid}>
            <span>
              <strong>{entry.title || entry.url}</strong>
              {entry.description && <span className="page-preview-summary">{entry.description}</span>}
              {entry.url && <span className="found-address">{entry.url}</span>}
            </span>
            {entry.publishedAt && <RelativeTime at={entry.publishedAt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
