import { useUnit } from 'effector-react'
import type { EntryStatus } from '../../model/entries/index.ts'
import { $labelColors } from '../../model/labels/index.ts'
import { LabelChip, useTranslation } from '../../ui/index.ts'

/** The labels of the open entry; each opens its timeline. */
export function EntryLabels({ status: { labels = [] } }: { readonly status: EntryStatus }) {
  const { t } = useTranslation()
  const colorOf = useUnit($labelColors)
  if (labels.length === 0) return null
  return (
    <ul className="entry-page-labels" aria-label={t('common:place.labels')}>
      {labels.map((name) => (
        <li key={name}>
          <button
            type="button"
            data-command-id="label:open"
            data-command-args={JSON.stringify({ label: name })}
          >
            <LabelChip name={name} color={colorOf(name)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
