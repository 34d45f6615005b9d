import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { completeQuery } from '../../contract/query/complete.ts'
import { conditionsOfQuery, queryOfConditions, type ConditionGroups } from '../../contract/rule-query.ts'
import { $services } from '../../model/services.ts'
import { $queryContext, queryDays } from '../../model/search/query-context.ts'
import { Button, Notice, TextArea, useTranslation } from '../../ui/index.ts'
import { queryProblem } from './check-rule.ts'
import { useConditionText } from './use-condition-text.ts'

type QueryFormProps = {
  readonly groups: ConditionGroups
  readonly onChange: (groups: ConditionGroups) => void
}

const MAX_COMPLETIONS = 20

/** The same conditions as a text of the query language, where it has words for them. */
export function QueryForm({ groups, onChange }: QueryFormProps) {
  const { t } = useTranslation(['app'])
  const conditionText = useConditionText()
  const [written] = useState(() => queryOfConditions(groups))
  const [text, setText] = useState(written.ok ? written.query : '')
  const problem = queryProblem(text)
  const { context, services } = useUnit({ context: $queryContext, services: $services })
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(text.length)
  const completions = completeQuery(text, Math.min(caret, text.length), {
    ...context,
    days: queryDays(services.clock.now()),
  })
  const write = (next: string) => {
    setText(next)
    const read = conditionsOfQuery(next)
    // What cannot be read yet is a condition all the same, so that it is not saved as another.
    onChange(read.ok ? read.groups : [[{ field: 'query', operator: 'eq', value: next }]])
  }
  const complete = (completion: string) => {
    const { from, to } = completions
    // Rendered at once, so that the next key is written after it.
    flushSync(() => {
      write(text.slice(0, from) + completion + text.slice(to))
      setCaret(from + completion.length)
    })
    area.current?.focus()
    area.current?.setSelectionRange(from + completion.length, from + completion.length)
  }
  if (!written.ok)
    return (
      <Notice tone="quiet">
        <p>{written.unsayable.length === 0 ? t('rules.queryTooLong') : t('rules.unsayable')}</p>
        <ul className="rule-unsayable">
          {written.unsayable.map((condition, at) => (
            <li key={at}>{conditionText(condition)}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <>
      <TextArea
        ref={area}
        label={t('rules.queryLabel')}
        code
        rows={3}
        value={text}
        placeholder="title:gold -author:ada OR in:News has:audio"
        hint={t('rules.queryHint')}
        error={problem ? t(problem.key, problem.values ?? {}) : undefined}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionStart)
          write(event.currentTarget.value)
        }}
      />
      <div className="query-completions" role="group" aria-label={t('rules.completions')}>
        {completions.items.slice(0, MAX_COMPLETIONS).map(({ text: completion }) => (
          <Button key={completion} size="small" onClick={() => complete(completion)}>
            {completion}
          </Button>
        ))}
      </div>
    </>
  )
}
