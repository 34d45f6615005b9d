import { useUnit } from 'effector-react'
import { useRef, type KeyboardEvent } from 'react'
import { registry } from '../../model/app/index.ts'
import {
  formatUntil,
  Button,
  EmptyState,
  moveFocus,
  RowButton,
  SkeletonText,
  useCurrentMinute,
  useTranslation,
} from '../../ui/index.ts'
import { fetchMessage, RetryNotice } from '../shared/error-message/index.ts'
import type { FeedRow, useFeedRows } from '../settings/index.ts'

type FeedRequestsProps = Pick<ReturnType<typeof useFeedRows>, 'isPending' | 'failed' | 'retry'> & {
  readonly rows: readonly FeedRow[]
  /** Id of the one whose record stands beside the list; null: there is no room for it, and rows open a dialog. */
  readonly current: string | null
  readonly onChoose: (id: string) => void
}

/** The feeds, and when the server asks for each. */
export function FeedRequests({ rows, isPending, failed, retry, current, onChoose }: FeedRequestsProps) {
  const { t, i18n } = useTranslation(['sources', 'errors'])
  const invoke = useUnit(registry.commandInvoked)
  const now = useCurrentMinute()
  const time = useTimeText()
  const list = useRef<HTMLUListElement>(null)
  if (isPending) return <SkeletonText lines={5} />
  const pressed = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.activity-open') ?? [])]
    const row = (event.target as Element).closest('li')
    moveFocus(
      event,
      buttons,
      buttons.findIndex((button) => row?.contains(button)),
    )
  }
  const opened = (id: string) => {
    if (current === null)
      invoke({ id: 'subscription:why-failing', source: 'button', args: { subscriptions: [id] } })
    else onChoose(id)
  }
  return (
    <>
      {failed && <RetryNotice onRetry={retry}>{t('activity.feeds.failed')}</RetryNotice>}
      {rows.length === 0 && <EmptyState title={t('activity.feeds.none')} />}
      <ul ref={list} className="activity-list" aria-label={t('activity.tabs.feeds')} onKeyDown={pressed}>
        {rows.map(({ id, title, url, error, gone, nextFetch }) => (
          <li key={id} data-subscription-id={id} aria-current={id === current ? 'true' : undefined}>
            <RowButton
              className="activity-item activity-open"
              onClick={() => opened(id)}
              onFocus={() => onChoose(id)}
            >
              <strong dir="auto">{title}</strong>
              {error !== null && <span className="activity-fault">{fetchMessage(error, t)}</span>}
              <span className="activity-hint" title={nextFetch === null ? undefined : time(nextFetch)}>
                {[
                  url,
                  gone
                    ? t('activity.feeds.gone')
                    : nextFetch !== null &&
                      t('activity.feeds.next', {
                        when: formatUntil(Date.parse(nextFetch), now, i18n.language),
                      }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </RowButton>
            <Button
              size="small"
              aria-label={t('activity.feeds.requestsOf', { title })}
              commandId="subscription:why-failing"
              data-command-args={JSON.stringify({ subscriptions: [id] })}
            >
              {t('activity.feeds.requests')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** @returns day and time of an ISO text, in the language of the page */
export function useTimeText(): (iso: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (iso) => format.format(new Date(iso))
}
