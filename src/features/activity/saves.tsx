import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { entryName } from '../../core/entry-name.ts'
import { safeHref } from '../../core/safe-href.ts'
import type { Output } from '../../contract/calls.ts'
import type { RecentSave } from '../../contract/plugins.ts'
import { toPath } from '../../model/location/index.ts'
import { $outbox, type OutboxItem } from '../../model/outbox/index.ts'
import { $pluginTexts, pluginTextsRequested } from '../../model/plugins/index.ts'
import { $services } from '../../model/services.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { EmptyState, RelativeTime, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, refusalSentence, RetryNotice } from '../shared/error-message/index.ts'

type Delivery = Output<'actions.deliveries'>['data'][number]

/** What waits to be saved by plugins, in this browser and on the server, what they could not save, and what they saved. */
export function Saves() {
  const { t } = useTranslation(['sources', 'errors'])
  const { outbox, request, services } = useUnit({
    outbox: $outbox,
    request: pluginTextsRequested,
    loaded: $pluginTexts,
    services: $services,
  })
  useEffect(() => request(), [request])
  const { api } = services
  const query = useQuery({
    queryKey: ['activity', 'saves'],
    queryFn: async () => {
      const [saves, deliveries] = await Promise.all([api.plugins.recentSaves({}), api.actions.deliveries({})])
      return { saves: saves.data, deliveries: deliveries.data }
    },
    staleTime: 0,
    retry: false,
  })
  const inBrowser = waitingSaves(outbox)
  const { saves = [], deliveries = [] } = query.data ?? {}
  const unsaved = deliveries.filter(
    ({ plugin, action, state }) => plugin !== null && action === null && state !== 'delivered',
  )
  const isEmpty = inBrowser.length + unsaved.length + saves.length === 0
  return (
    <>
      {inBrowser.length + unsaved.length > 0 && <Unsaved inBrowser={inBrowser} byRules={unsaved} />}
      {query.isPending && <SkeletonText lines={5} />}
      {query.isError && (
        <RetryNotice onRetry={() => query.refetch()}>
          {t('activity.saves.failed', { reason: errorMessage(query.error, t) })}
        </RetryNotice>
      )}
      {query.isSuccess && isEmpty && (
        <EmptyState title={t('activity.saves.none')} description={t('activity.saves.noneHint')} />
      )}
      {saves.length > 0 && <Saved saves={saves} />}
    </>
  )
}

type UnsavedProps = { readonly inBrowser: readonly WaitingSaves[]; readonly byRules: readonly Delivery[] }

function Unsaved({ inBrowser, byRules }: UnsavedProps) {
  const { t } = useTranslation('sources')
  const attemptsOf = (attempts: number) =>
    attempts > 0 && ` · ${t('activity.pending.attempts', { count: attempts })}`
  const nameOf = (plugin: string | null) => t(`${plugin}:name`, { defaultValue: plugin ?? '' })
  return (
    <>
      <h2>{t('activity.saves.open')}</h2>
      <ul className="activity-list" aria-label={t('activity.saves.open')}>
        {inBrowser.map(({ plugin, count, since, attempts }) => (
          <li key={plugin}>
            <div className="activity-item">
              <p>
                <strong>{nameOf(plugin)}</strong>
              </p>
              <p className="activity-hint">
                {t('activity.saves.inBrowser', { count })} · <RelativeTime at={since} />
                {attemptsOf(attempts)}
              </p>
            </div>
          </li>
        ))}
        {byRules.map(({ id, plugin, state, attempts, words, updatedAt }) => (
          <li key={id}>
            <div className="activity-item">
              <p>
                <strong>{nameOf(plugin)}</strong>
              </p>
              {plugin !== null && words !== null && <p>{refusalSentence(plugin, words)}</p>}
              <p className="activity-hint">
                {t(state === 'waiting' ? 'activity.saves.byRule' : 'activity.saves.givenUp')} ·{' '}
                <RelativeTime at={updatedAt} />
                {attemptsOf(attempts)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Saved({ saves }: { readonly saves: readonly RecentSave[] }) {
  const { t } = useTranslation(['sources', 'app'])
  const subscriptions = useUnit($subscriptions)
  const viewOf = (feedId: string) =>
    [...subscriptions.values()].find((one) => one.feedId === feedId)?.view ?? 0
  return (
    <>
      <h2>{t('activity.saves.saved')}</h2>
      <ul className="activity-list" aria-label={t('activity.saves.saved')}>
        {saves.map(({ entryId, feedId, title, entryUrl, plugin, at, url }) => (
          <li key={`${entryId} ${plugin}`}>
            <div className="activity-item">
              <p>
                <Link to={toPath({ view: viewOf(feedId), source: { kind: 'feed', id: feedId }, entryId })}>
                  {entryName({ title, url: entryUrl, description: null }) || t('app:rules.untitled')}
                </Link>
              </p>
              <p className="activity-hint">
                {t(`${plugin}:name`, { defaultValue: plugin })} · <RelativeTime at={at} />
              </p>
            </div>
            {url !== null && (
              <a
                className="ui-button"
                data-size="small"
                href={safeHref(url)}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t('activity.saves.openSaved')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Entries that wait to be saved by one plugin. `since`: the oldest, ms since 1970; `attempts`: of the one tried most often. */
export type WaitingSaves = {
  readonly plugin: string
  readonly count: number
  readonly since: number
  readonly attempts: number
}

/** By plugin, from the changes of this browser that the server does not have yet. */
export function waitingSaves(items: readonly OutboxItem[]): readonly WaitingSaves[] {
  const saves = items.filter(({ noun }) => noun === 'saves')
  const byPlugin = Map.groupBy(saves, ({ args }) => (args as { readonly plugin: string }).plugin)
  return [...byPlugin].map(([plugin, some]) => ({
    plugin,
    count: some.length,
    since: Math.min(...some.map(({ at }) => at)),
    attempts: Math.max(...some.map(({ attempts }) => attempts)),
  }))
}
