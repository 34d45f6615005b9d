/** What plugins see of the reader. */
import { combine, createEvent, sample } from 'effector'
import { toBrowserPath } from '../../../core/base-path.ts'
import { $transformedHtml, isExtracted, shownHtml } from '../../../features/entry/content-transforms.ts'
import { $currentEntry, $entrySummaries, $readerView } from '../../../model/entries/index.ts'
import { $view, home, navigationRequested, screenRequested, toPath } from '../../../model/location/index.ts'
import { $isAdmin, $role, $session } from '../../../model/session/index.ts'
import { passageHighlighted, splitRequested } from '../../../model/reading/index.ts'
import { $general } from '../../../model/settings/index.ts'
import { $feeds, $inboxes } from '../../../model/subscriptions/index.ts'
import { $drawnRows } from '../../../model/timeline/index.ts'
import type {
  EntryInView,
  FeedHead,
  OpenEntry,
  PluginReader,
  ReaderUser,
} from '../../../plugin-api/client.ts'

const $open = combine(
  $currentEntry,
  $readerView,
  $transformedHtml,
  (entry, readerView, transformed): OpenEntry | null =>
    entry
      ? {
          entry: entry.summary,
          html: transformed(shownHtml(entry, readerView)),
          target: isExtracted(entry, readerView) ? 'readabilityContent' : 'content',
        }
      : null,
)
/** The feeds and inboxes that the reader knows, by id. */
export const $feedHeads = combine(
  $feeds,
  $inboxes,
  $session,
  (feeds, inboxes, { user }) =>
    (id: string): FeedHead | null => {
      const feed = feeds.get(id)
      const inbox = inboxes.get(id)
      if (!feed && !inbox) return null
      return {
        id,
        title: feed?.title || inbox?.title || feed?.url || id,
        image: feed?.image ?? null,
        ownerUserId: feed?.ownerUserId ?? null,
        isOwn: Boolean(feed?.ownerUserId) && feed?.ownerUserId === user?.id,
        isInbox: inbox !== undefined,
      }
    },
)
const $openFeed = combine($currentEntry, $feedHeads, (entry, feedOf) =>
  entry ? feedOf(entry.summary.feedId) : null,
)
const $user = combine($session, $role, $isAdmin, ({ user }, role, isAdmin): ReaderUser | null =>
  user
    ? {
        id: user.id,
        isTrial: role === 'trial',
        isAdmin: isAdmin === true,
        hasSecondFactor: user.twoFactorEnabled === true,
      }
    : null,
)
const $listed = combine($drawnRows, $entrySummaries, (ids, summaries) =>
  ids.flatMap((id) => summaries.get(id) ?? []),
)
const translationBesideToggled = createEvent()
sample({
  clock: translationBesideToggled,
  fn: () => ({ beside: 'translation' as const }),
  target: splitRequested,
})

const entryPath = ({ view, entryId }: EntryInView) => toPath({ view, source: home.source, entryId })

export const pluginReader: PluginReader = {
  $open,
  $openFeed,
  $user,
  $listed,
  $view,
  $language: $general.map(({ language }) => language),
  entryAddress: (entry) => toBrowserPath(entryPath(entry)),
  entryRequested: screenRequested.prepend((entry: EntryInView) => ({ path: entryPath(entry) })),
  queryRequested: navigationRequested.prepend((query: string) => ({
    source: { kind: 'search', query } as const,
  })),
  translationBesideToggled,
  passageHighlighted,
}
