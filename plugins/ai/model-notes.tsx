/** Below and instead of what the model writes: what it cost, and why it failed. */
import { useUnit } from 'effector-react'
import { Button, Notice, useTranslation } from '../../src/plugin-api/ui.ts'
import { failureText } from './remote.ts'
import type { Usage } from './usage.ts'

/** The server's requests of today, and the name of its model. */
export function Cost({ $usage }: { readonly $usage: Usage }) {
  const { t } = useTranslation('ai')
  const usage = useUnit($usage)
  if (!usage) return null
  return (
    <span className="ai-note">
      {usage.limit === 0
        ? t('requests', { count: usage.requests })
        : t('requestsOf', { count: usage.requests, limit: usage.limit })}
      {` · ${usage.model}`}
    </span>
  )
}

/** Why the model failed, and the way to try again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation(['ai', 'errors', 'app'])
  const { key, values, reason } = failureText(error)
  return (
    <Notice
      tone="danger"
      actions={
        <Button size="small" onClick={() => onRetry()}>
          {t('retry')}
        </Button>
      }
    >
      <p>{t(key, { ...values })}</p>
      {reason && <p className="ai-note">{reason}</p>}
    </Notice>
  )
}
