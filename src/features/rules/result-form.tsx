import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import { contributed } from '../registry.ts'
import { AddIcon, Button, Menu, useTranslation } from '../../ui/index.ts'
import type { ResultPartProps } from './result-part.ts'
import { partKey, partsOfResult, withoutPart } from './result-parts.ts'
import { ResultFields } from './result-fields.tsx'
import { SentenceLine } from './sentence-line.tsx'
import { useAddableResults } from './use-addable-results.ts'

/** What rules can do by the features that are there. */
const $ruleResults = contributed(({ ruleResults = [] }) => ruleResults)

type ResultFormProps = ResultPartProps & {
  /** The most webhooks of a rule. */
  readonly limit: number
}

/** What a rule does, as the end of its sentence. What a plugin does that is off is not offered, and stays in the rule. */
export function ResultForm({ result, providers, onChange, limit }: ResultFormProps) {
  const { t } = useTranslation(['app'])
  const provided = useUnit($ruleResults)
  const form = useRef<HTMLDivElement>(null)
  /** The part that was just added, until the menu that added it has given the focus back. */
  const [added, setAdded] = useState<string | null>(null)
  const parts = partsOfResult(result, (name) => provided.includes(name))
  const items = useAddableResults({ result, providers, provided, limit }, (next, key) => {
    onChange(next)
    setAdded(key)
  })
  const enterAdded = () => {
    if (added === null) return
    setAdded(null)
    form.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(added)}"] :is(input, select)`)?.focus()
  }
  return (
    <div className="rule-sentence" ref={form}>
      {parts.map((part, at) => (
        <SentenceLine
          key={partKey(part)}
          part={partKey(part)}
          word={t(at === 0 ? 'rules.thenWord' : 'rules.and')}
          removeLabel={t('rules.removeAction')}
          onRemove={() => {
            onChange(withoutPart(result, part))
            form.current?.querySelector<HTMLElement>('.sentence-add')?.focus()
          }}
        >
          <ResultFields part={part} result={result} providers={providers} onChange={onChange} />
        </SentenceLine>
      ))}
      <div className="sentence-adding" data-first={parts.length === 0 || undefined}>
        {parts.length === 0 && <span className="sentence-word">{t('rules.thenWord')}</span>}
        <Menu
          label={t('rules.addAction')}
          trigger={
            <Button
              className="sentence-add"
              size="small"
              variant="quiet"
              icon={<AddIcon />}
              onFocus={enterAdded}
            >
              {t('rules.addAction')}
            </Button>
          }
          items={items}
        />
      </div>
      {(result.blockRules?.length ?? 0) > 0 && (
        <p className="rules-hint">{t('rules.blockRules', { count: result.blockRules?.length ?? 0 })}</p>
      )}
    </div>
  )
}
