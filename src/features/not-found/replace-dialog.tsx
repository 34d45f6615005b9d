import { useQuery } from '@tanstack/react-query'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { readPageAddress, siteOfFeed } from '../../contract/page-address.ts'
import { registry } from '../../model/app/registry.ts'
import { discoverFx } from '../../model/discover/index.ts'
import { replacementRequested } from '../../model/replacement/index.ts'
import { $feeds, $subscriptions, subscriptionTitle } from '../../model/subscriptions/index.ts'
import {
  Avatar,
  Button,
  Dialog,
  EmptyState,
  Notice,
  SkeletonText,
  Tag,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { followedAddresses } from '../follow/index.ts'
import './feed-replacement.css'

export const propsSchema = z.object({
  /** type/targetId */
  subscriptionId: z.string(),
})
export type ReplaceProps = z.infer<typeof propsSchema>

/** What else the site of a feed offers; the new feed takes the place of the old one. */
export default function ReplaceDialog({
  subscriptionId,
  onClose,
}: ReplaceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'app', 'common', 'errors'])
  const subscription = useStoreMap({
    store: $subscriptions,
    keys: [subscriptionId],
    fn: (all, [id]) => all.get(id) ?? null,
  })
  const { feeds, subscriptions, discover, replace, invoke } = useUnit({
    feeds: $feeds,
    subscriptions: $subscriptions,
    discover: discoverFx,
    replace: replacementRequested,
    invoke: registry.commandInvoked,
  })
  const feed = feeds.get(subscription?.feedId ?? '')
  const site = feed ? siteOf(feed) : ''
  const [written, setWritten] = useState(site)
  const [text, setText] = useState(site)
  const query = useQuery({
    queryKey: ['discover', text],
    queryFn: () => discover(text),
    enabled: text !== '',
    retry: false,
  })
  const followed = followedAddresses(subscriptions, feeds)
  const found = (query.data ?? []).flatMap((one) =>
    one.feed && one.feed.url !== feed?.url ? [one.feed] : [],
  )
  const search = (event: FormEvent) => {
    event.preventDefault()
    setText(written.trim())
  }
  const unfollow = () => {
    invoke({ id: 'subscription:unfollow', source: 'button', args: { subscriptions: [subscriptionId] } })
    onClose()
  }
  return (
    <Dialog
      open
      title={t('replacement.title')}
      description={subscription ? subscriptionTitle(subscription, { feeds }) : undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          {subscription && (
            <Button variant="quiet" className="dialog-aside" onClick={unfollow}>
              {t('app:subscription.unfollow')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </>
      }
    >
      {!subscription || !feed ? (
        <EmptyState title={t('app:subscription.missing')} />
      ) : (
        <div className="replacement">
          {feed.errorAt && (
            <Notice tone="warning">
              {t('app:timeline.feedFailing', {
                reason: feed.errorMessage || t('app:subscription.health.noReason'),
              })}
            </Notice>
          )}
          <form onSubmit={search}>
            <TextField
              label={t('replacement.site')}
              autoComplete="off"
              spellCheck={false}
              value={written}
              onChange={(event) => setWritten(event.currentTarget.value)}
            />
            <Button type="submit" busy={query.isFetching}>
              {t('replacement.search')}
            </Button>
          </form>
          {query.isLoading && <SkeletonText lines={3} />}
          {query.isError && <Notice tone="warning">{errorMessage(query.error, t)}</Notice>}
          {query.data && found.length === 0 && <p className="ui-field-hint">{t('replacement.none')}</p>}
          {found.length > 0 && (
            <ul aria-label={t('replacement.found')}>
              {found.map((one) => (
                <li key={one.url}>
                  <Avatar src={one.image} name={siteOfFeed(one)} />
                  <span className="found-words">
                    <span className="found-title">{one.title || one.url}</span>
                    <span className="found-address">{one.url}</span>
                  </span>
                  {followed.has(one.url) ? (
                    <Tag>{t('app:firstRun.alreadyFollowed')}</Tag>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t('replacement.moveTo', { title: one.title || one.url })}
                      onClick={() => {
                        replace({ subscriptionId, url: one.url })
                        onClose()
                      }}
                    >
                      {t('replacement.move')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** The site of a feed, or where its address is. */
function siteOf({ siteUrl, url }: { readonly siteUrl?: string | null; readonly url: string }): string {
  if (siteUrl) return siteUrl
  const page = readPageAddress(url)
  if (page) return page.url
  return /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : ''
}
