import { useUnit } from 'effector-react'
import {
  $online,
  $otherTabUnresponsive,
  $pendingCount,
  $persistence,
  $services,
  $session,
  flushRequested,
} from '../../model/index.ts'
import { toBrowserPath } from '../../core/base-path.ts'
import { Button, Notice, OfflineIcon, WarningIcon, useTranslation } from '../../ui/index.ts'
import { memoryReasonMessage } from '../shared/error-message/memory-reason.ts'

/** A separate component: the pending count changes with every read entry and is shown only offline. */
function Pending() {
  const { t } = useTranslation()
  const count = useUnit($pendingCount)
  return count > 0 && <span className="state-detail">{t('common:state.pending', { count })}</span>
}

/** Notices about problems: signed out, offline, not stored, blocked by another tab. */
export function StateNotices() {
  const { t } = useTranslation()
  const { services, online, persistence, otherTabSilent, session, flush } = useUnit({
    services: $services,
    online: $online,
    persistence: $persistence,
    otherTabSilent: $otherTabUnresponsive,
    session: $session,
    flush: flushRequested,
  })
  return (
    <div className="state-notices" aria-live="polite">
      {session.status === 'unauthenticated' && session.user && (
        <Notice
          tone="warning"
          actions={
            <a className="ui-button" data-variant="primary" data-size="small" href={toBrowserPath('/login')}>
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
          <Pending />
        </Notice>
      )}
      {!persistence.stored && (
        <Notice tone="warning" icon={<WarningIcon aria-hidden="true" />}>
          {t('shell.notKept')}
          {persistence.reason && (
            <span className="state-detail">{memoryReasonMessage(persistence.reason, t)}</span>
          )}
        </Notice>
      )}
      {otherTabSilent && (
        <Notice
          tone="warning"
          icon={<WarningIcon aria-hidden="true" />}
          actions={
            <Button size="small" onClick={() => services.platform.reload()}>
              {t('common:action.reload')}
            </Button>
          }
        >
          {t('shell.otherTabSilent')}
        </Notice>
      )}
    </div>
  )
}
