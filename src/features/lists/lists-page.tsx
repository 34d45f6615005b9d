import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { toBrowserPath } from '../../core/base-path.ts'
import { storedQuery } from '../../model/query-client.ts'
import { views } from '../../contract/views.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { ownListsFx } from '../../model/lists/index.ts'
import { $showsPrices } from '../../model/plugins/currency.ts'
import { $lists, $ownListIds } from '../../model/subscriptions/index.ts'
import {
  AddIcon,
  Button,
  CopyIcon,
  DeleteIcon,
  EditIcon,
  EmptyState,
  FeedIcon,
  IconButton,
  ListIcon,
  SkeletonText,
  useTranslation,
} from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'

/** The user's own lists, with what they earned and who follows them. */
export function ListsPage() {
  const { t, i18n, ready } = useTranslation(['sources', 'common'])
  const showsPrices = useUnit($showsPrices)
  const { load, lists, own, open, copy } = useUnit({
    load: ownListsFx,
    lists: $lists,
    own: $ownListIds,
    open: dialogOpened,
    copy: textCopied,
  })
  const query = useQuery({ ...storedQuery, queryKey: ['lists'], queryFn: () => load() })
  if (!ready) return null
  const received = new Map((query.data ?? []).map((list) => [list.id, list]))
  // Changes that the server has not accepted yet are in the rows of the subscriptions.
  const rows = [...new Set([...received.keys(), ...own])].flatMap((id) => {
    const list = lists.get(id) ?? received.get(id)
    const { subscriptionCount, purchaseAmount } = received.get(id) ?? list ?? {}
    return list ? [{ ...list, subscriptionCount, purchaseAmount }] : []
  })
  const number = (value: number | string | null | undefined) =>
    value === undefined || value === null ? '' : new Intl.NumberFormat(i18n.language).format(Number(value))
  const create = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => open({ id: 'edit-list' })}>
      {t('list.createTitle')}
    </Button>
  )
  if (query.isPending && rows.length === 0) return <SkeletonText lines={4} />
  return (
    <div className="ui-stack lists-page">
      {query.isError && <RetryNotice onRetry={() => query.refetch()}>{t('list.failed')}</RetryNotice>}
      {rows.length === 0 ? (
        <EmptyState
          icon={<ListIcon />}
          title={t('list.none')}
          description={t('list.words')}
          actions={create}
        />
      ) : (
        <>
          <p className="lists-words">{t('list.words')}</p>
          {create}
          <div
            className="ui-table-box lists-table"
            data-scroll
            tabIndex={0}
            role="region"
            aria-label={t('list.own')}
          >
            <table className="ui-table">
              <thead>
                <tr>
                  <th scope="col">{t('titleField')}</th>
                  <th scope="col">{t('list.view')}</th>
                  <th scope="col" data-number>
                    {t('list.feeds')}
                  </th>
                  <th scope="col" data-number>
                    {t('list.followers')}
                  </th>
                  {showsPrices && (
                    <>
                      <th scope="col" data-number>
                        {t('list.fee')}
                      </th>
                      <th scope="col" data-number>
                        {t('list.earned')}
                      </th>
                    </>
                  )}
                  <th scope="col">
                    <span className="ui-visually-hidden">{t('list.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, view, feedIds, fee, subscriptionCount, purchaseAmount, ...list }) => {
                  const title = list.title || id
                  return (
                    <tr key={id}>
                      <th scope="row">{title}</th>
                      <td>{t(`common:view.${views[view] ?? views[0]}`)}</td>
                      <td data-number>{number(feedIds.length)}</td>
                      <td data-number>{number(subscriptionCount)}</td>
                      {showsPrices && (
                        <>
                          <td data-number>{fee === 0 ? t('list.free') : number(fee)}</td>
                          <td data-number>{number(purchaseAmount)}</td>
                        </>
                      )}
                      <td className="lists-actions">
                        <IconButton
                          label={t('list.feedsOf', { title })}
                          icon={<FeedIcon />}
                          onClick={() => open({ id: 'list-feeds', props: { listId: id } })}
                        />
                        <IconButton
                          label={t('list.copyAddress', { title })}
                          icon={<CopyIcon />}
                          onClick={() => copy(location.origin + toBrowserPath(`/share/lists/${id}`))}
                        />
                        <IconButton
                          label={t('editOne', { title })}
                          icon={<EditIcon />}
                          onClick={() => open({ id: 'edit-list', props: { listId: id } })}
                        />
                        <IconButton
                          label={t('list.deleteOne', { title })}
                          icon={<DeleteIcon />}
                          onClick={() => open({ id: 'delete-list', props: { listId: id } })}
                        />
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  )
}
