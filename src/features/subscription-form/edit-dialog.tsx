import './subscription-form.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { textOfTags } from '../../contract/feed-tags.ts'
import { isOfTheWeb, readPageAddress } from '../../contract/page-address.ts'
import { registry } from '../../model/app/registry.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { $readerViewFeeds } from '../../model/entries/index.ts'
import type { LocalFeed, LocalSubscription } from '../../model/rows.ts'
import { Button, Dialog, EmptyState, Switch, useTranslation } from '../../ui/index.ts'
import { $readRules, type ReadRule } from '../../model/reads/feed-rules.ts'
import { $feedTags } from '../../model/subscriptions/tags.ts'
import { $unreadDays } from '../../model/reads/unread-days.ts'
import { FeedFacts } from './feed-facts.tsx'
import { FeedHealth } from './feed-health.tsx'
import { FiltersSection } from './filters-section.tsx'
import { folderFrom } from './folders.ts'
import { ReadRuleField } from './read-rule-field.tsx'
import { RequestSection } from './request-section.tsx'
import { TagsField } from './tags-field.tsx'
import { UnreadDaysField } from './unread-days-field.tsx'
import { SubscriptionFields, type SubscriptionValues } from './subscription-fields.tsx'

export const propsSchema = z.object({
  /** type/targetId */
  subscriptionId: z.string(),
  /** The section to open at. */
  part: z.literal('health').optional(),
})
export type EditProps = z.infer<typeof propsSchema>

/** Edits one subscription and shows the health of its feed. */
export default function EditDialog({
  subscriptionId,
  part,
  onClose,
}: EditProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const subscription = useStoreMap({
    store: $subscriptions,
    keys: [subscriptionId],
    fn: (all, [id]) => all.get(id) ?? null,
  })
  const feed = useStoreMap({
    store: $feeds,
    keys: [subscription?.feedId ?? ''],
    fn: (all, [id]) => all.get(id) ?? null,
  })
  if (!subscription)
    return (
      <Dialog
        open
        title={t('subscription.editTitle')}
        closeLabel={t('common:action.close')}
        onClose={onClose}
      >
        <EmptyState title={t('subscription.missing')} />
      </Dialog>
    )
  return <EditForm subscription={subscription} feed={feed} part={part} onClose={onClose} />
}

type EditFormProps = {
  readonly subscription: LocalSubscription
  readonly feed: LocalFeed | null
  readonly part: EditProps['part'] | undefined
  readonly onClose: () => void
}

function EditForm({ subscription, feed, part, onClose }: EditFormProps) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const invoke = useUnit(registry.commandInvoked)
  const [values, setValues] = useState<SubscriptionValues>({
    title: subscription.title ?? '',
    category: subscription.category ?? '',
    view: subscription.view,
    isPrivate: subscription.isPrivate,
    ...(subscription.type !== 'inbox' && { hideFromTimeline: subscription.hideFromTimeline }),
  })
  const sourceId = subscription.feedId ?? subscription.inboxId ?? ''
  const storedRule = useStoreMap({
    store: $readRules,
    keys: [sourceId],
    fn: (rules, [id]) => rules.get(id) ?? null,
  })
  const storedDays = useStoreMap({
    store: $unreadDays,
    keys: [sourceId],
    fn: ({ byFeed }, [id]) => byFeed.get(id) ?? null,
  })
  const [days, setDays] = useState<number | null>(storedDays)
  const storedReader = useUnit($readerViewFeeds).has(sourceId)
  const [reader, setReader] = useState(storedReader)
  const storedTags = useStoreMap({
    store: $feedTags,
    keys: [sourceId],
    fn: (all, [id]) => textOfTags(all.get(id) ?? []),
  })
  const [tags, setTags] = useState(storedTags)
  const [readRule, setReadRule] = useState<ReadRule | null>(storedRule)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { category, ...others } = values
    const patch = { ...others, title: others.title.trim() || null, category: folderFrom(category) }
    invoke({
      id: 'subscription:update',
      source: 'button',
      args: { subscriptions: [subscription.id], patch },
    })
    if (readRule !== storedRule)
      invoke({
        id: 'subscription:mark-read-when',
        source: 'button',
        args: { subscriptions: [subscription.id], rule: String(readRule ?? 'default') },
      })
    if (reader !== storedReader)
      invoke({
        id: 'subscription:reader-view',
        source: 'button',
        args: { subscriptions: [subscription.id], always: reader },
      })
    if (days !== storedDays)
      invoke({
        id: 'subscription:unread-for',
        source: 'button',
        args: { subscriptions: [subscription.id], days: String(days ?? 'folder') },
      })
    if (tags !== storedTags)
      invoke({
        id: 'subscription:tags',
        source: 'button',
        args: { subscriptions: [subscription.id], tags },
      })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('subscription.editTitle')}
      description={feed?.title ?? subscription.title ?? undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="quiet"
            className="dialog-aside"
            onClick={() => {
              invoke({
                id: 'subscription:unfollow',
                source: 'button',
                args: { subscriptions: [subscription.id] },
              })
              onClose()
            }}
          >
            {t('subscription.unfollow')}
          </Button>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="edit-subscription">
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id="edit-subscription" className="ui-stack" onSubmit={save}>
        <SubscriptionFields values={values} onChange={setValues} ownTitle={feed?.title ?? undefined} />
        {sourceId !== '' && <TagsField value={tags} onChange={setTags} />}
        <ReadRuleField value={readRule} onChange={setReadRule} />
        {subscription.type === 'feed' && (
          <>
            <UnreadDaysField value={days} onChange={setDays} feedIds={[sourceId]} mayInherit />
            <Switch
              label={t('subscription.readerView')}
              hint={t('subscription.readerViewHint')}
              checked={reader}
              onChange={setReader}
            />
          </>
        )}
      </form>
      {feed && (
        <>
          <FeedFacts feed={feed} />
          <FeedHealth feedId={feed.id} isRequested={part === 'health'} />
          {subscription.type === 'feed' && (
            <FiltersSection feedUrl={feed.url} title={subscription.title || feed.title || feed.url} />
          )}
          {subscription.type === 'feed' && readPageAddress(feed.url) && (
            <Button
              commandId="subscription:pick-again"
              data-command-args={JSON.stringify({ subscriptions: [subscription.id] })}
            >
              {t('shortcuts:subscription.pickAgain')}
            </Button>
          )}
          {subscription.type === 'feed' && isOfTheWeb(feed.url) && (
            <RequestSection feedId={feed.id} onClose={onClose} />
          )}
        </>
      )}
    </Dialog>
  )
}
