import { useUnit } from 'effector-react'
import { registry } from '../../model/app/registry.ts'
import { $labelColors, type EntryStatus } from '../../model/index.ts'
import { LabelChip, useTranslation } from '../../ui/index.ts'

/** The labels of the open entry; each opens its timeline. */
export function EntryLabels({ status: { labels = [] } }: { readonly status: EntryStatus }) {
  const { t } = useTranslation()
  const [colorOf, invoke] = useUnit([$labelColors, registry.commandInvoked])
  if (labels.length === 0) return null
  return (
    <ul className="entry-page-labels" aria-label={t('common:place.labels')}>
      {labels.map((name) => (
        <li key={name}>
          <button
            type="button"
            data-command-id="label:open"
            onClick={() => invoke({ id: 'label:open', source: 'button', args: { label: name } })}
          >
            <LabelChip name={name} color={colorOf(name)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
