import { useState } from 'react'
import { conditionsOfQuery, queryOfConditions, type ConditionGroups } from '../../contract/rule-query.ts'
import { Notice, TextArea, useTranslation } from '../../ui/index.ts'
import { queryProblem } from './check-rule.ts'
import { useConditionText } from './use-condition-text.ts'

type QueryFormProps = {
  readonly groups: ConditionGroups
  readonly onChange: (groups: ConditionGroups) => void
}

/** The same conditions as a text of the query language, where it has words for them. */
export function QueryForm({ groups, onChange }: QueryFormProps) {
  const { t } = useTranslation(['app'])
  const conditionText = useConditionText()
  const [written] = useState(() => queryOfConditions(groups))
  const [text, setText] = useState(written.ok ? written.query : '')
  const problem = queryProblem(text)
  if (!written.ok)
    return (
      <Notice tone="quiet">
        <p>{written.unsayable.length === 0 ? t('rules.queryTooLong') : t('rules.unsayable')}</p>
        <ul>
          {written.unsayable.map((condition, at) => (
            <li key={at}>{conditionText(condition)}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <TextArea
      label={t('rules.queryLabel')}
      code
      rows={3}
      value={text}
      placeholder="title:gold -author:ada OR in:News has:audio"
      hint={t('rules.queryHint')}
      error={problem ? t(problem.key, problem.values ?? {}) : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        const read = conditionsOfQuery(next)
        // What cannot be read yet is a condition all the same, so that it is not saved as another.
        onChange(read.ok ? read.groups : [[{ field: 'query', operator: 'eq', value: next }]])
      }}
    />
  )
}
