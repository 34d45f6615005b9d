import { useState, type FormEvent } from 'react'
import type { Output } from '../../contract/calls.ts'
import {
  selectorNames,
  SELECTOR_MAX,
  type PageSelectors,
  type SelectorName,
} from '../../contract/page-address.ts'
import { Button, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { CandidateList } from './candidate-list.tsx'
import { PageFrame } from './page-frame.tsx'
import { PagePreview } from './page-preview.tsx'

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
