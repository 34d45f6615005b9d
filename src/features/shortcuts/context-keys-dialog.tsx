import './shortcuts.css'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { z } from 'zod'
import { evaluate, parseExpression, type ContextValues } from '../../core/index.ts'
import { context } from '../../model/app/index.ts'
import { Dialog, TextField, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({})

/** The live values of the context keys, and an expression to try on them. */
export default function ContextKeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const values = useUnit(context.$contextKeys)
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      size="medium"
      title={t('contextKeys.title')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      <div className="context-keys">
        <TextField
          label={t('contextKeys.try')}
          placeholder="entry && !starred"
          value={text}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status">{text.trim() !== '' && t(`contextKeys.${verdict(text, values)}`)}</p>
        <dl className="context-keys-list" data-scroll tabIndex={0}>
          {[...values]
            .toSorted(([a], [b]) => a.localeCompare(b))
            .map(([key, value]) => (
              <div key={key}>
                <dt>
                  <code>{key}</code>
                </dt>
                <dd>
                  <code>{typeof value === 'string' ? `'${value}'` : String(value)}</code>
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </Dialog>
  )
}

function verdict(text: string, values: ContextValues): 'holds' | 'doesNotHold' | 'invalid' {
  try {
    return evaluate(parseExpression(text), values) ? 'holds' : 'doesNotHold'
  } catch {
    return 'invalid'
  }
}
