import { useUnit } from 'effector-react'
import { $online, $otherTabUnresponsive, $persistence } from '../../model/network/index.ts'
import { $pendingCount, flushRequested } from '../../model/outbox/index.ts'
import { $services } from '../../model/services.ts'
import { $isSessionEnded } from '../../model/session/index.ts'
import { Button, Notice, OfflineIcon, WarningIcon, useTranslation } from '../../ui/index.ts'
import { SignInButton } from '../shared/command-presentation/index.ts'
import { memoryReasonMessage } from '../shared/error-message/memory-reason.ts'

/** A separate component: the pending count changes with every read entry and is shown only while nothing is sent. */
function Pending() {
  const { t } = useTranslation()
  const count = useUnit($pendingCount)
  return count > 0 && <span className="state-detail">{t('common:state.pending', { count })}</span>
}

/** Notices about problems: signed out, offline, not stored, blocked by another tab. */
export function StateNotices() {
  const { t } = useTranslation()
  const { services, online, persistence, otherTabSilent, isSessionEnded, flush } = useUnit({
    services: $services,
    online: $online,
    persistence: $persistence,
    otherTabSilent: $otherTabUnresponsive,
    isSessionEnded: $isSessionEnded,
    flush: flushRequested,
  })
  return (
    <div className="state-notices" aria-live="polite">
      {isSessionEnded && (
        <Notice tone="warning" actions={<SignInButton size="small" />}>
          {t('session.endedTitle')}
          <Pending />
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
