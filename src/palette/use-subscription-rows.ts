import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { views } from '../contract/views.ts'
import type { LocalSubscription } from '../model/index.ts'
import {
  $feeds,
  $inboxes,
  $lists,
  $subscriptions,
  focusRequested,
  paletteClosed,
  navigationRequested,
  type LocationSource,
} from '../model/index.ts'
import { useTranslation } from '../ui/index.ts'
import { searchable } from './match.ts'
import { rank, type Candidate } from './rank.ts'
import type { PaletteSection } from './rows.ts'

type SubscriptionItem = {
  readonly subscription: LocalSubscription
  readonly source: LocationSource
  readonly title: string
  readonly image: string | null | undefined
}

/** Subscriptions found by title, folder or feed address. */
export function useSubscriptionRows(text: string, limit: number): readonly PaletteSection[] {
  const { t } = useTranslation()
  const { subscriptions, feeds, lists, inboxes } = useUnit({
    subscriptions: $subscriptions,
    feeds: $feeds,
    lists: $lists,
    inboxes: $inboxes,
  })
  const { go, focus, close } = useUnit({
    go: navigationRequested,
    focus: focusRequested,
    close: paletteClosed,
  })
  const enabled = limit > 0
  const candidates = useMemo(() => {
    if (!enabled) return []
    return [...subscriptions.values()].map((subscription): Candidate<SubscriptionItem> => {
      const { type, feedId, listId, inboxId } = subscription
      const feed = feeds.get(feedId ?? '')
      const source = feed ?? lists.get(listId ?? '') ?? inboxes.get(inboxId ?? '')
      const title = subscription.title || source?.title || feed?.url || subscription.id
      return {
        title: searchable(title),
        others: searchable(`${subscription.category ?? ''} ${feed?.url ?? ''}`),
        use: 0,
        last: false,
        of: {
          subscription,
          source: { kind: type, id: feedId ?? listId ?? inboxId ?? '' },
          title,
          image: source?.image,
        },
      }
    })
  }, [enabled, subscriptions, feeds, lists, inboxes])
  return useMemo(() => {
    const rows = rank(candidates, text, limit).map(({ of, ranges }) => ({
      key: of.subscription.id,
      title: of.title,
      ranges,
      image: { src: of.image, name: of.title },
      detail: of.subscription.category ?? t(`common:view.${views[of.subscription.view]}`),
      choose: () => {
        close()
        go({ view: of.subscription.view, source: of.source })
        focus('timeline')
      },
    }))
    return rows.length > 0 ? [{ key: 'subscriptions', title: t('palette.subscriptions'), rows }] : []
  }, [candidates, text, limit, t, close, go, focus])
}
