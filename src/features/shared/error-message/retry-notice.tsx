import type { ReactNode } from 'react'
import { Button, Notice, useTranslation } from '../../../ui/index.ts'

type RetryNoticeProps = { readonly onRetry: () => unknown; readonly children: ReactNode }

/** A failed request, with a button to retry. */
export function RetryNotice({ onRetry, children }: RetryNoticeProps) {
  const { t } = useTranslation('common')
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" onClick={() => void onRetry()}>
          {t('action.retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
