import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { siteOfFeed } from '../contract/page-address.ts'
import { views } from '../contract/views.ts'
import { compareNames } from '../core/index.ts'
import type { RecentCommand } from '../model/recents/index.ts'
import type { LocalSubscription } from '../model/rows.ts'
import { registry } from '../model/app/index.ts'
import { $lastPane, focusRequested } from '../model/layout/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { $recentCommands, rankingReset } from '../model/recents/index.ts'
import { $services } from '../model/services.ts'
import {
  $subscriptionIndex,
  $visibleCounts,
  countedIds,
  subscriptionTitle,
} from '../model/subscriptions/index.ts'
import { menuOfSource } from '../model/menus/index.ts'
import { useTranslation } from '../ui/index.ts'
import { explainRank } from './explain-rank.ts'
import { frecency } from './frecency.ts'
import { withLayouts } from './keyboard-layouts.ts'
import { searchable } from './match.ts'
import { isNamed, rank, type Candidate } from './rank.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useMenuActions } from './use-menu-actions.ts'
import { useReadings } from './use-readings.ts'

type SubscriptionItem = {
  readonly subscription: LocalSubscription
  readonly title: string
  readonly image: string | null | undefined
  readonly site: string | undefined
  readonly recent: RecentCommand | undefined
  readonly unread: number
}

/** Subscriptions found by title, reading, folder or feed address; without a text all of them, those with unread entries first, the most used first. */
export function useSubscriptionRows(text: string, limit: number): readonly PaletteSection[] {
  const { t } = useTranslation()
  const { index, counts, recents, services, area, commands } = useUnit({
    index: $subscriptionIndex,
    counts: $visibleCounts,
    recents: $recentCommands,
    services: $services,
    area: $lastPane,
    commands: registry.$commands,
  })
  const { invoke, focus, close, reset } = useUnit({
    invoke: registry.commandInvoked,
    focus: focusRequested,
    close: paletteClosed,
    reset: rankingReset,
  })
  const menuActions = useMenuActions()
  const enabled = limit > 0
  const items = useMemo(() => {
    if (!enabled) return []
    const used = new Map(recents.map((one) => [one.id, one]))
    return [...index.subscriptions.values()]
      .map((subscription): SubscriptionItem => {
        const { feedId, listId, inboxId } = subscription
        const feed = index.feeds.get(feedId ?? '')
        const source = feed ?? index.lists.get(listId ?? '') ?? index.inboxes.get(inboxId ?? '')
        return {
          subscription,
          title: subscriptionTitle(subscription, index),
          image: source?.image,
          site: feed && siteOfFeed(feed),
          recent: used.get(subscription.id),
          unread: countedIds(subscription, index.lists).reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
        }
      })
      .toSorted((a, b) => compareNames(a.title, b.title))
  }, [enabled, index, counts, recents])
  const titles = useMemo(() => items.map(({ title }) => title), [items])
  const { readingOf, latinOf } = useReadings(titles, text)
  const candidates = useMemo(() => {
    const now = services.clock.now()
    return items.map((item): Candidate<SubscriptionItem> => {
      const { subscription, title, recent } = item
      const url = index.feeds.get(subscription.feedId ?? '')?.url ?? ''
      return {
        title: searchable(title),
        reading: readingOf(title),
        others: [subscription.category ?? '', url].map(searchable),
        use: frecency(recent, now, area),
        fresh: item.unread > 0,
        of: item,
      }
    })
  }, [items, readingOf, services, area, index])
  return useMemo(() => {
    if (!enabled) return []
    const ranked = withLayouts(text, (query) => rank(candidates, query, limit), latinOf(text))
    const rows = ranked.map(({ of, ranges, parts }): PaletteRow => {
      const { id, category, view, type } = of.subscription
      return {
        key: id,
        title: of.title,
        ranges,
        image: { src: of.image, name: of.site ?? of.title },
        detail: category ?? t(`common:view.${views[view]}`),
        count: of.unread,
        parts: text === '' ? undefined : parts,
        byHandOnly: text !== '' && !isNamed(parts) && limit < Infinity,
        preview: () => ({ kind: 'subscription', id }),
        choose: () => {
          close()
          invoke({ id: 'go:subscription', source: 'palette', args: { subscription: id } })
          focus('timeline')
        },
        actions: () => [
          ...menuActions(menuOfSource(type, { commands }), { subscriptions: [id] }),
          {
            key: 'why',
            title: t('palette.actions.why'),
            icon: 'info',
            lines: explainRank(text === '' ? null : parts, of.recent, area, t),
            choose: () => {},
          },
          {
            key: 'reset',
            title: t('palette.actions.reset'),
            icon: 'history',
            choose: () => reset(id),
            ...(of.recent === undefined && { missing: t('palette.why.neverUsed') }),
          },
        ],
      }
    })
    return rows.length > 0 ? [{ key: 'subscriptions', title: t('palette.subscriptions'), rows }] : []
  }, [enabled, candidates, text, limit, latinOf, area, commands, menuActions, t, close, invoke, focus, reset])
}
