import { useUnit } from 'effector-react'
import { useTranslation } from 'react-i18next'
import {
  $online,
  $otherTabSilent,
  $pendingCount,
  $persistence,
  $session,
  flushAsked,
} from '../../model/index.ts'
import { Button, Notice, OfflineIcon, WarningIcon } from '../../ui/index.ts'

/** How things stand when they do not stand as they should: signed out, offline, not kept, another tab in the way. */
export function StateNotices() {
  const { t } = useTranslation()
  const { online, pending, persistence, otherTabSilent, session, flush } = useUnit({
    online: $online,
    pending: $pendingCount,
    persistence: $persistence,
    otherTabSilent: $otherTabSilent,
    session: $session,
    flush: flushAsked,
  })
  const waiting = pending > 0 ? t('common:state.pending', { count: pending }) : ''
  return (
    <div className="state-notices" aria-live="polite">
      {session.status === 'unauthenticated' && session.user && (
        <Notice
          tone="warning"
          actions={
            <a className="ui-button" data-variant="primary" data-size="small" href="/login">
              {t('common:action.signIn')}
            </a>
          }
        >
          {t('session.endedTitle')}
        </Notice>
      )}
      {!online && (
        <Notice
          icon={<OfflineIcon aria-hidden="true" />}
          actions={
            <Button size="small" variant="quiet" onClick={() => flush()}>
              {t('common:action.retry')}
            </Button>
          }
        >
          {t('common:state.offline')}
          {waiting && <span className="state-detail">{waiting}</span>}
        </Notice>
      )}
      {!persistence.kept && (
        <Notice tone="warning" icon={<WarningIcon aria-hidden="true" />}>
          {t('shell.notKept')}
          {persistence.reason && <span className="state-detail">{persistence.reason}</span>}
        </Notice>
      )}
      {otherTabSilent && (
        <Notice tone="warning" icon={<WarningIcon aria-hidden="true" />}>
          {t('shell.otherTabSilent')}
        </Notice>
      )}
    </div>
  )
}
