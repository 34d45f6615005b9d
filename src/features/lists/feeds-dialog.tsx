import './lists.css'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { foldCase } from '../../core/fold-case.ts'
import { compareNames } from '../../core/index.ts'
import { listFeedsAddRequested, listFeedsRemoveRequested } from '../../model/lists/index.ts'
import { $feeds, $lists, $subscriptions, subscriptionTitle } from '../../model/subscriptions/index.ts'
import {
  Avatar,
  Button,
  Checkbox,
  CloseIcon,
  Dialog,
  IconButton,
  SearchField,
  useTranslation,
} from '../../ui/index.ts'
import type { ListProps } from './list-schema.ts'
import { useListDetails } from './use-list-details.ts'

export { listSchema as propsSchema } from './list-schema.ts'

/** The feeds of one's own list: some out, and followed ones in. */
export default function ListFeedsDialog({ listId, onClose }: ListProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const { lists, add, remove } = useUnit({
    lists: $lists,
    add: listFeedsAddRequested,
    remove: listFeedsRemoveRequested,
  })
  const { data } = useListDetails(listId)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = lists.get(listId) ?? data?.list
  const contained = list?.feedIds ?? []
  const nameOf = useFeedNames(data?.list.feeds ?? [])
  const { followed } = useFollowedFeeds()
  const choices = followed.filter(
    ({ id, title }) => !contained.includes(id) && foldCase(title).includes(foldCase(query.trim())),
  )
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <Dialog
      open
      title={t('list.feedsTitle')}
      description={list?.title ?? undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            onClick={() => {
              add({ listId, feedIds: [...chosen] })
              setChosen(new Set())
            }}
          >
            {chosen.size > 0 ? t('list.add', { count: chosen.size }) : t('list.addNone')}
          </Button>
        </>
      }
    >
      <section className="list-feeds" aria-label={t('list.contained')}>
        <h3>{t('list.contained')}</h3>
        {contained.length === 0 && <p className="ui-field-hint">{t('list.noFeeds')}</p>}
        <ul>
          {contained.map((id) => {
            const { title, image } = nameOf(id)
            return (
              <li key={id}>
                <Avatar src={image} name={title} size="small" />
                <span className="list-row-title">{title}</span>
                <IconButton
                  size="small"
                  label={t('list.removeOne', { title })}
                  icon={<CloseIcon />}
                  onClick={() => remove({ listId, feedIds: [id] })}
                />
              </li>
            )
          })}
        </ul>
      </section>
      <section className="list-feeds" aria-label={t('list.addFeeds')}>
        <h3>{t('list.addFeeds')}</h3>
        <SearchField
          label={t('list.filter')}
          autoFocus
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        {choices.length === 0 && <p className="ui-field-hint">{t('list.noChoices')}</p>}
        <div className="list-choices" data-scroll>
          {choices.map(({ id, title }) => (
            <Checkbox key={id} label={title} checked={chosen.has(id)} onChange={() => toggle(id)} />
          ))}
        </div>
      </section>
    </Dialog>
  )
}

/** Title and picture of a feed: as the user knows it, else as the server described it. */
function useFeedNames(
  described: readonly { id?: string; title?: string | null; url: string; image?: string | null }[],
) {
  const { feeds, subscriptions } = useUnit({ feeds: $feeds, subscriptions: $subscriptions })
  return (id: string) => {
    const feed = feeds.get(id) ?? described.find((one) => one.id === id)
    const title = subscriptions.get(`feed/${id}`)?.title || feed?.title || feed?.url || id
    return { title, image: feed?.image ?? null }
  }
}

/** The feeds that the user follows, by name. */
function useFollowedFeeds() {
  const { feeds, subscriptions } = useUnit({ feeds: $feeds, subscriptions: $subscriptions })
  const followed = [...subscriptions.values()].flatMap((subscription) =>
    subscription.feedId === null
      ? []
      : [{ id: subscription.feedId, title: subscriptionTitle(subscription, { feeds }) }],
  )
  return { followed: followed.toSorted((a, b) => compareNames(a.title, b.title)) }
}
