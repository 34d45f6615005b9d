import { useUnit } from 'effector-react'
import { $outbox, flushRequested, type OutboxItem } from '../../model/outbox/index.ts'
import { Button, EmptyState, RelativeTime, SuccessIcon, useTranslation } from '../../ui/index.ts'

/** Resources that the page has a text for; all others are `other`. */
const RESOURCES = [
  'reads',
  'stars',
  'labels',
  'highlights',
  'saves',
  'subscriptions',
  'lists',
  'inboxes',
  'rules',
] as const
type PendingResource = (typeof RESOURCES)[number] | 'other'

/** Changes of one kind. `since` is the time of the oldest, ms since 1970. */
export type PendingGroup = {
  readonly resource: PendingResource
  readonly count: number
  readonly since: number
  /** Of the one that was tried most often. */
  readonly attempts: number
}

/** By kind, the one that waits longest first. */
export function pendingByResource(items: readonly OutboxItem[]): readonly PendingGroup[] {
  const groups = new Map<PendingResource, PendingGroup>()
  for (const { noun, at, attempts } of items) {
    const resource = RESOURCES.find((one) => one === noun) ?? 'other'
    const known = groups.get(resource)
    groups.set(resource, {
      resource,
      count: (known?.count ?? 0) + 1,
      since: Math.min(known?.since ?? at, at),
      attempts: Math.max(known?.attempts ?? 0, attempts),
    })
  }
  return [...groups.values()].toSorted((a, b) => a.since - b.since)
}

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
