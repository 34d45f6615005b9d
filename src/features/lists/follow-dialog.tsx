import './lists.css'
import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect, useState, type FormEvent } from 'react'
import { isView } from '../../contract/views.ts'
import { asApiError } from '../../model/api-errors.ts'
import { registry } from '../../model/app/index.ts'
import { listBuyFx, listFollowRequested, type ListDetails } from '../../model/lists/index.ts'
import { pluginTextsRequested } from '../../model/plugins/index.ts'
import { $currency } from '../../model/plugins/currency.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import {
  AccountIcon,
  Avatar,
  Button,
  Dialog,
  ErrorState,
  Notice,
  RelativeTime,
  SkeletonText,
  TextField,
  useTranslation,
  ZapIcon,
} from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { TrialLimit } from '../invitations/index.ts'
import { folderFrom, SubscriptionFields, type SubscriptionValues } from '../subscription-form/index.ts'
import type { ListProps } from './list-schema.ts'
import { useListDetails } from './use-list-details.ts'

export { listSchema as propsSchema } from './list-schema.ts'

const LATEST = 5

/** Follows a list: what it is, what it costs, its newest entries, and the settings of the subscription. */
export default function FollowListDialog({ listId, onClose }: ListProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'app', 'common', 'errors'])
  const query = useListDetails(listId)
  return (
    <Dialog open title={t('list.followTitle')} closeLabel={t('common:action.close')} onClose={onClose}>
      {query.data ? (
        <FollowListForm details={query.data} onClose={onClose} />
      ) : query.isLoadingError ? (
        <ErrorState
          title={t('list.failed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      ) : (
        <SkeletonText lines={5} />
      )}
    </Dialog>
  )
}

type FormProps = { readonly details: ListDetails; readonly onClose: () => void }

/** The list and its newest entries, what it costs, and the settings of the subscription. */
export function FollowListForm({ details, onClose }: FormProps) {
  const { t } = useTranslation(['sources', 'app', 'common', 'errors'])
  const { list } = details
  const { subscriptions, currency, follow, invoke, requestTexts } = useUnit({
    subscriptions: $subscriptions,
    currency: $currency,
    follow: listFollowRequested,
    invoke: registry.commandInvoked,
    requestTexts: pluginTextsRequested,
  })
  const costs = list.fee > 0 && currency !== ''
  // Of the refusals of who lets pay.
  useEffect(() => {
    if (costs) requestTexts()
  }, [costs, requestTexts])
  const [values, setValues] = useState<SubscriptionValues>({
    title: '',
    category: '',
    isPrivate: false,
    view: isView(list.view) ? list.view : 0,
  })
  const isFollowed = subscriptions.has(`list/${list.id}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { title, category, ...others } = values
    const settings = { ...others, title: title.trim() || null, category: folderFrom(category) }
    if (list.fee > 0) return purchase.buy({ list, ...settings })
    follow({ list, ...settings })
    open()
  }
  const open = () => {
    onClose()
    invoke({ id: 'go:subscription', source: 'button', args: { subscription: `list/${list.id}` } })
  }
  const purchase = usePurchase(open)
  return (
    <form className="ui-stack" onSubmit={submit}>
      <ListHeader details={details} />
      {isFollowed ? (
        <Notice
          actions={
            <Button size="small" onClick={open}>
              {t('app:follow.goThere')}
            </Button>
          }
        >
          {t('list.already')}
        </Notice>
      ) : (
        <>
          {costs && (
            <Notice tone="accent" icon={<ZapIcon />}>
              {t('list.price', { count: list.fee, currency })}
            </Notice>
          )}
          <SubscriptionFields
            values={values}
            onChange={setValues}
            ownTitle={list.title ?? undefined}
            focusFolder
          />
          {purchase.needsCode && (
            <TextField
              label={t('list.code')}
              hint={t('list.codeHint')}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              value={purchase.code}
              onChange={(event) => purchase.setCode(event.currentTarget.value)}
            />
          )}
          {purchase.problem && <Notice tone="danger">{purchase.problem}</Notice>}
        </>
      )}
      <Latest details={details} />
      {!isFollowed && <TrialLimit of="lists" />}
      {!isFollowed && (
        <footer className="list-actions">
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={purchase.isPending}>
            {costs ? t('list.buy', { count: list.fee, currency }) : t('app:follow.submit')}
          </Button>
        </footer>
      )}
    </form>
  )
}

/** Pays a list's fee; the server may ask for the code of the second factor first. */
function usePurchase(onBought: () => void) {
  const { t } = useTranslation(['sources', 'errors'])
  const request = useUnit(listBuyFx)
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: Omit<Parameters<typeof request>[0], 'code'>) =>
      request({ ...input, ...(code.trim() && { code: code.trim() }) }),
    onSuccess: onBought,
    onError: (refusal) => isCodeRequired(refusal) && setNeedsCode(true),
  })
  const problem = error && !isCodeRequired(error) ? errorMessage(error, t) : null
  return { buy: mutate, isPending, needsCode, code, setCode, problem }
}

function isCodeRequired(error: unknown): boolean {
  const known = asApiError(error)
  return known?.kind === 'refused' && known.key === 'twoFactorCodeRequired'
}

function ListHeader({ details: { list, subscriptionCount, feedCount } }: { readonly details: ListDetails }) {
  const { t } = useTranslation(['sources'])
  const title = list.title || list.id
  return (
    <>
      <header className="list-head">
        <Avatar src={list.image} name={title} size="large" />
        <span>
          <strong>{title}</strong>
          <span className="ui-field-hint">
            {[
              t('list.feedCount', { count: feedCount }),
              t('list.followerCount', { count: subscriptionCount }),
            ].join(' · ')}
          </span>
        </span>
        {list.owner?.name && (
          <Button
            size="small"
            variant="quiet"
            icon={<AccountIcon />}
            commandId="profile:open"
            data-command-args={JSON.stringify({ user: list.owner.id })}
          >
            {t('list.by', { name: list.owner.name })}
          </Button>
        )}
      </header>
      {list.description && <p className="list-description">{list.description}</p>}
      {(list.feeds ?? []).length > 0 && (
        <p className="ui-field-hint">{list.feeds?.map(({ title: name, url }) => name || url).join(', ')}</p>
      )}
    </>
  )
}

function Latest({ details: { entries } }: { readonly details: ListDetails }) {
  const { t } = useTranslation(['app'])
  if (entries.length === 0) return null
  return (
    <section className="list-latest" aria-label={t('follow.latest')}>
      <h3>{t('follow.latest')}</h3>
      <ul>
        {entries.slice(0, LATEST).map(({ id, title, description, url, publishedAt }) => (
          <li key={id}>
            <span className="list-row-title">{title || description || url}</span>
            <RelativeTime at={publishedAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
