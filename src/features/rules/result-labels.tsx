import { useUnit } from 'effector-react'
import { useId } from 'react'
import type { Rule } from '../../contract/actions.ts'
import { MAX_LABEL_NAME } from '../../contract/label-names.ts'
import { $labels } from '../../model/labels/index.ts'
import { AddIcon, Button, CloseIcon, IconButton, TextField, useTranslation } from '../../ui/index.ts'

type Result = Rule['result']
/** As the contract bounds them. */
const MOST = 20

/** The labels that a rule puts on entries; those of the user are offered. */
export function ResultLabels({
  result,
  onChange,
}: {
  readonly result: Result
  readonly onChange: (result: Result) => void
}) {
  const { t } = useTranslation(['app'])
  const known = useUnit($labels)
  const id = useId()
  const names = result.labels ?? []
  const change = (labels: string[]) => {
    const { labels: _, ...others } = result
    onChange(labels.length === 0 ? others : { ...others, labels })
  }
  return (
    <fieldset className="result-list">
      <legend>{t('rules.labelTitle')}</legend>
      <datalist id={id}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {names.map((name, at) => (
        <div key={at} className="result-row" data-single="">
          <TextField
            label={t('rules.labelName')}
            value={name}
            list={id}
            maxLength={MAX_LABEL_NAME}
            onChange={(event) => change(names.with(at, event.currentTarget.value))}
          />
          <IconButton
            size="small"
            icon={<CloseIcon />}
            label={t('rules.removeLabel')}
            onClick={() => change(names.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<AddIcon />}
        disabled={names.length >= MOST}
        onClick={() => change([...names, ''])}
      >
        {t('rules.addLabel')}
      </Button>
    </fieldset>
  )
}
