import './explain.css'
import { useQuery } from '@tanstack/react-query'
import { useStoreMap, useUnit } from 'effector-react'
import { z } from 'zod'
import { registry } from '../../model/app/registry.ts'
import { $hidesAi, $general } from '../../model/settings/index.ts'
import { $entrySummaries, $statuses } from '../../model/entries/index.ts'
import { $location } from '../../model/location/index.ts'
import { $subscriptionIndex, $tree, entrySourceTitle } from '../../model/subscriptions/index.ts'
import { $openStories, $scope, $storyOfEntry, $timelineIds, indexOfId } from '../../model/timeline/index.ts'
import { $services } from '../../model/services.ts'
import { Dialog, EmptyState, Notice, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { locationTitle } from '../timeline/index.ts'
import { explainEntry } from './explain-entry.ts'
import { fetchSentences, lateSentences } from './explain-fetches.ts'
import { ruleSentences } from './explain-rules.ts'
import { Explanation } from './explanation.tsx'
import type { Section } from './sentence.ts'

export const propsSchema = z.object({ entryId: z.string() })
export type ExplainEntryProps = z.infer<typeof propsSchema>
type DialogProps = ExplainEntryProps & { readonly onClose: () => void }

/** Why an entry is here, hidden, late or read. */
export default function ExplainEntryDialog({ entryId, onClose }: DialogProps) {
  const { t } = useTranslation(['app', 'common', 'errors', 'shortcuts', 'lang'])
  const stored = useStored(entryId)
  const { sections, title } = useLocalSections(entryId, stored.data)
  const remote = useRemoteSections(entryId, stored.data)
  return (
    <Dialog
      open
      title={t('explain.entryTitle')}
      description={title}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {stored.isPending && <SkeletonText lines={4} />}
      {stored.data && stored.data.summary === null && <EmptyState title={t('explain.missing')} />}
      {stored.isError && (
        <RetryNotice onRetry={() => stored.refetch()}>{errorMessage(stored.error, t)}</RetryNotice>
      )}
      <Explanation sections={sections} onClose={onClose} />
      {stored.data?.summary && remote.isPending && <SkeletonText lines={3} />}
      {remote.isError && (
        <RetryNotice onRetry={() => remote.refetch()}>{errorMessage(remote.error, t)}</RetryNotice>
      )}
      {remote.isPaused && <Notice tone="quiet">{t('explain.offline')}</Notice>}
      {remote.data && <Explanation sections={remote.data} onClose={onClose} />}
    </Dialog>
  )
}

/** What follow.db has of the entry. */
function useStored(entryId: string) {
  const { local } = useUnit($services)
  return useQuery({
    queryKey: ['explain', 'entry', entryId],
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const [summaries, marks] = await Promise.all([
        local.call('entries.heads', [entryId]),
        local.call('journal.marksOf', entryId),
      ])
      return { summary: summaries[0] ?? null, marks }
    },
  })
}
type Stored = NonNullable<ReturnType<typeof useStored>['data']>

function useLocalSections(entryId: string, stored: Stored | undefined) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const now = useUnit({
    index: $subscriptionIndex,
    location: $location,
    tree: $tree,
    scope: $scope,
    listed: $timelineIds,
    stories: $storyOfEntry,
    openStories: $openStories,
    summaries: $entrySummaries,
    general: $general,
    commands: registry.$commands,
  })
  const status = useStoreMap({ store: $statuses, keys: [entryId], fn: (all, [id]) => all.get(id) ?? null })
  const summary = stored?.summary
  if (!stored || !summary) return { sections: [], title: undefined }
  const { index, scope } = now
  const { feedId } = summary
  const story = now.stories.get(entryId)
  const first = story && !now.openStories.has(story.id) ? (story.entries[0]?.id ?? entryId) : entryId
  const sections = explainEntry({
    id: entryId,
    feedId,
    read: (status ?? summary).read,
    starredAt: (status ?? summary).starredAt,
    sourceTitle: entrySourceTitle(feedId, index),
    subscription:
      index.subscriptions.get(`feed/${feedId}`) ?? index.subscriptions.get(`inbox/${feedId}`) ?? null,
    isInbox: index.inboxes.has(feedId),
    lists: [...index.subscriptions.values()].flatMap(({ listId, title }) => {
      const list = listId === null ? undefined : index.lists.get(listId)
      return list?.feedIds?.includes(feedId) ? [{ id: list.id, title: title ?? list.title ?? list.id }] : []
    }),
    list: {
      title: locationTitle(now.location, index, now.tree, t),
      of: scope.of,
      unreadOnly: scope.unreadOnly,
      hasRow: indexOfId(now.listed.ids, entryId) !== -1,
      hidesPrivate: now.general.hidePrivateSubscriptionsInTimeline,
      storyTitle: first === entryId ? null : (now.summaries.get(first)?.title ?? summary.title ?? ''),
    },
    marks: stored.marks,
    titleOfCommand: (id) => {
      const title = now.commands.get(id)?.title
      return title === undefined || title.includes(':') ? title : `shortcuts:${title}`
    },
    nameOfPlugin: (id) => t(`${id}:name`, id),
  })
  return { sections, title: summary.title ?? summary.url ?? undefined }
}

/** What only the server knows: rules and fetches. */
function useRemoteSections(entryId: string, stored: Stored | undefined) {
  const { t } = useTranslation(['app', 'common', 'lang'])
  const { api } = useUnit($services)
  const hidesAi = useUnit($hidesAi)
  const index = useUnit($subscriptionIndex)
  const summary = stored?.summary
  const feedId = summary?.feedId ?? ''
  const isInbox = index.inboxes.has(feedId)
  return useQuery({
    queryKey: ['explain', 'server', entryId, feedId],
    enabled: Boolean(summary),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const [acts, fetches] = await Promise.all([
        api.actions.acts({ entryId }),
        isInbox ? null : api.feeds.fetches({ id: feedId }),
      ])
      return { acts: acts.data, fetches: fetches?.data ?? { fetches: [], nextFetchAt: null } }
    },
    select: ({ acts, fetches }): readonly Section[] => {
      const followedAt = index.subscriptions.get(`feed/${feedId}`)?.createdAt ?? null
      return [
        {
          title: 'sections.rules',
          sentences: ruleSentences(acts, (key, values) => t(key, { ...values }), hidesAi),
        },
        {
          title: 'sections.times',
          sentences: [
            ...(summary ? lateSentences(summary, { fetches: fetches.fetches, followedAt }) : []),
            ...(isInbox ? [] : fetchSentences(fetches)),
          ],
        },
      ]
    },
  })
}
