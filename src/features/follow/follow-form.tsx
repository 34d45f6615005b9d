import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useId, useState, type FormEvent } from 'react'
import { registry } from '../../model/app/registry.ts'
import { siteOfFeed, visibleAddress } from '../../contract/page-address.ts'
import { isView, type View } from '../../contract/views.ts'
import { previewFx, type Preview } from '../../model/discover/index.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import {
  Avatar,
  Button,
  DialogActions,
  Notice,
  PreviousIcon,
  RelativeTime,
  SkeletonText,
  useTranslation,
} from '../../ui/index.ts'
import { TrialLimit } from '../invitations/index.ts'
import { folderFrom, SubscriptionFields, type SubscriptionValues } from '../subscription-form/index.ts'
import { redditAddressOf } from './reddit-address.ts'
import { subscriptionOf } from './subscription-of.ts'
import type { FeedResult } from './use-feed-search.ts'

export type FollowFormProps = {
  readonly chosen: FeedResult
  readonly view: View
  /** Back to where it was chosen; no button without it. */
  readonly onBack?: () => void
  readonly onClose: () => void
}

/** The chosen feed, its latest entries and the fields of the new subscription. */
export function FollowForm({ chosen, view, onBack, onClose }: FollowFormProps) {
  const { t } = useTranslation(['app', 'common'])
  const { subscriptions, feeds, preview, invoke } = useFollowing()
  const previewQuery = useQuery({
    queryKey: ['preview', chosen.feed.url],
    queryFn: () => preview(chosen.feed.url),
    retry: false,
  })
  // A page names the links to its feeds as it likes; the document has the feed's own title.
  const feed = { ...chosen.feed, ...ownNames(previewQuery.data) }
  const reddit = redditAddressOf(feed.url)
  const suggested = previewQuery.data?.analytics?.view ?? chosen.analytics?.view
  const [values, setValues] = useState<Partial<SubscriptionValues>>({})
  const fields: SubscriptionValues = {
    title: '',
    category: '',
    // Others may not see the token in the address.
    isPrivate: reddit === 'personal',
    view: isView(suggested) ? suggested : view,
    ...values,
  }
  const form = useId()
  const existing = subscriptionOf(feed, subscriptions, feeds)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { title, category, ...others } = fields
    const name = folderFrom(category)
    invoke({
      id: 'global:follow',
      source: 'button',
      args: {
        address: feed.url,
        ...others,
        ...(title.trim() && { title: title.trim() }),
        ...(name !== null && { category: name }),
      },
    })
    onClose()
  }
  const openExisting = () => {
    if (existing?.feedId)
      invoke({ id: 'go:subscription', source: 'button', args: { subscription: existing.id } })
    onClose()
  }
  return (
    <form id={form} className="ui-stack" onSubmit={submit}>
      <header className="follow-head">
        <Avatar src={feed.image} name={siteOfFeed(feed)} size="large" />
        <span className="found-words">
          <strong className="found-title">{feed.title || feed.url}</strong>
          <span className="found-address">{visibleAddress(feed.url)}</span>
        </span>
      </header>
      {feed.description && <p className="follow-description">{feed.description}</p>}
      {existing ? (
        <Notice
          actions={
            <Button size="small" onClick={openExisting}>
              {t('follow.goThere')}
            </Button>
          }
        >
          {t('follow.already')}
        </Notice>
      ) : (
        <SubscriptionFields
          values={fields}
          onChange={setValues}
          ownTitle={feed.title ?? undefined}
          // Not on touch, where it would open the keyboard.
          focusFolder={window.matchMedia('(pointer: fine)').matches}
        />
      )}
      {reddit !== null && !existing && <Notice>{t(`follow.reddit.${reddit}`)}</Notice>}
      <Latest query={previewQuery} />
      {!existing && <TrialLimit of="feeds" />}
      <DialogActions>
        {onBack && (
          <Button variant="quiet" className="dialog-aside" icon={<PreviousIcon />} onClick={onBack}>
            {t('follow.back')}
          </Button>
        )}
        {!existing && (
          <Button
            variant="primary"
            type="submit"
            form={form}
            autoFocus={!window.matchMedia('(pointer: fine)').matches}
          >
            {t('follow.submit')}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

function ownNames(preview: Preview | undefined): Partial<Preview['feed']> {
  const { title, description, image, siteUrl } = preview?.feed ?? {}
  return Object.fromEntries(
    Object.entries({ title, description, image, siteUrl }).filter(([, value]) => value),
  )
}

type PreviewQuery = {
  readonly isPending: boolean
  readonly isError: boolean
  readonly data?: Preview | undefined
}

function Latest({ query: { isPending, isError, data } }: { readonly query: PreviewQuery }) {
  const { t } = useTranslation('app')
  return (
    <section className="follow-latest" aria-label={t('follow.latest')} aria-busy={isPending}>
      <h3>{t('follow.latest')}</h3>
      <div className="follow-latest-rows">
        {isPending && <SkeletonText lines={3} />}
        {isError && <p>{t('follow.previewFailed')}</p>}
        {data?.entries.length === 0 && <p>{t('follow.noEntries')}</p>}
        <ul>
          {data?.entries.slice(0, 5).map((entry) => (
            <li key={entry.guid}>
              <span>{entry.title || entry.description || entry.url}</span>
              <RelativeTime at={entry.publishedAt} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function useFollowing() {
  return useUnit({
    subscriptions: $subscriptions,
    feeds: $feeds,
    preview: previewFx,
    invoke: registry.commandInvoked,
  })
}
