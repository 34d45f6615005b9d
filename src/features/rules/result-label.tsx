import { useUnit } from 'effector-react'
import { useId } from 'react'
import { MAX_LABEL_NAME } from '../../contract/label-names.ts'
import { $labels } from '../../model/labels/index.ts'
import { TextField, useTranslation } from '../../ui/index.ts'
import type { ResultPartProps } from './result-part.ts'
import { withItemAt } from './result-parts.ts'

/** A label that a rule puts on entries; those of the user are offered. */
export function ResultLabel({ at, result, onChange }: ResultPartProps & { readonly at: number }) {
  const { t } = useTranslation(['app'])
  const known = useUnit($labels)
  const id = useId()
  return (
    <>
      <span className="sentence-verb">{t('rules.labelVerb')}</span>
      <datalist id={id}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="sentence-value">
        <TextField
          label={t('rules.labelName')}
          hideLabel
          placeholder={t('rules.labelName')}
          value={result.labels?.[at] ?? ''}
          list={id}
          maxLength={MAX_LABEL_NAME}
          onChange={(event) => onChange(withItemAt(result, 'labels', at, event.currentTarget.value))}
        />
      </div>
    </>
  )
}
