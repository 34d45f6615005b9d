import { useUnit } from 'effector-react'
import { $outbox, flushRequested } from '../../model/outbox/index.ts'
import { Button, EmptyState, RelativeTime, SuccessIcon, useTranslation } from '../../ui/index.ts'
import { pendingByResource } from './pending-by-resource.ts'

/** Changes that this browser has not handed over to the server yet. */
export function PendingChanges() {
  const { t } = useTranslation('sources')
  const { outbox, send } = useUnit({ outbox: $outbox, send: flushRequested })
  const groups = pendingByResource(outbox)
  if (groups.length === 0)
    return (
      <EmptyState
        icon={<SuccessIcon />}
        title={t('activity.pending.none')}
        description={t('activity.pending.noneHint')}
      />
    )
  return (
    <>
      <p>
        <Button variant="primary" onClick={() => send()}>
          {t('activity.pending.send')}
        </Button>
      </p>
      <ul className="activity-list" aria-label={t('activity.tabs.pending')}>
        {groups.map(({ resource, count, since, attempts }) => (
          <li key={resource}>
            <div className="activity-item">
              <p>
                <strong>{t(`activity.pending.resources.${resource}`)}</strong>
              </p>
              <p className="activity-hint">
                {t('activity.pending.count', { count })} · <RelativeTime at={since} />
                {attempts > 0 && ` · ${t('activity.pending.attempts', { count: attempts })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
