import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import type { EventCallable } from 'effector'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import type { Instance } from './remote.ts'
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  Notice,
  SkeletonText,
  Tag,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { RsshubModel } from './model.ts'
import { useInstances, useStatus } from './queries.ts'
import './rsshub.css'

type Host = Pick<ClientHost, 'reader'> & {
  readonly openUse: EventCallable<{ id: string }>
  readonly openEdit: EventCallable<{ id?: string | undefined }>
  readonly openDelete: EventCallable<{ id: string }>
}
type PartProps = { readonly model: RsshubModel; readonly host: Host }

/** The page /rsshub: the instance in use, and those that users share. */
export const createInstancesScreen = (model: RsshubModel, host: Host): ComponentType =>
  function InstancesScreen() {
    const { t } = useTranslation('rsshub')
    return (
      <div className="rsshub">
        <div className="rsshub-tools">
          <Button variant="primary" icon={<Icon name="add" />} commandId="rsshub:add">
            {t('addTitle')}
          </Button>
        </div>
        <Instances model={model} host={host} />
      </div>
    )
  }

function Instances({ model, host }: PartProps) {
  const { t } = useTranslation('rsshub')
  const failure = useFailure('rsshub')
  const instances = useInstances(model)
  const status = useStatus(model)
  const error = instances.error ?? status.error
  if (error)
    return (
      <Notice
        tone="warning"
        actions={
          <Button size="small" onClick={() => void Promise.all([instances.refetch(), status.refetch()])}>
            {t('retry')}
          </Button>
        }
      >
        {t('failedWith', { reason: failure(error) })}
      </Notice>
    )
  if (!instances.data || !status.data) return <SkeletonText lines={4} />
  const usedId = status.data.usage?.rsshubId ?? null
  return (
    <>
      <InUse model={model} status={status.data} used={instances.data.find(({ id }) => id === usedId)} />
      <section aria-label={t('instances')}>
        <h2>{t('instances')}</h2>
        {instances.data.length === 0 && (
          <EmptyState icon={<Icon name="server" />} title={t('none')} description={t('noneWords')} />
        )}
        <ul className="ui-cards">
          {instances.data.map((instance) => (
            <InstanceCard
              key={instance.id}
              model={model}
              host={host}
              instance={instance}
              isUsed={instance.id === usedId}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

type InUseProps = {
  readonly model: RsshubModel
  readonly status: NonNullable<ReturnType<typeof useStatus>['data']>
  readonly used: Instance | undefined
}

/** What rsshub:// addresses are fetched from. */
function InUse({ model: { useRequested }, status: { usage, purchase, hasOwn }, used }: InUseProps) {
  const { t, i18n } = useTranslation('rsshub')
  const use = useUnit(useRequested)
  const day = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
  if (!usage) return hasOwn ? <Notice>{t('own')}</Notice> : <Notice tone="warning">{t('noOwn')}</Notice>
  return (
    <Notice
      tone={used?.errorAt ? 'warning' : 'success'}
      actions={
        <Button size="small" onClick={() => use({ id: null, months: 0 })}>
          {t('stop')}
        </Button>
      }
    >
      {t('inUse', { name: used?.description || t('unnamed') })}{' '}
      {purchase && t('paidUntil', { when: day(purchase.expiresAt) })}
    </Notice>
  )
}

type CardProps = PartProps & { readonly instance: Instance; readonly isUsed: boolean }

function InstanceCard({ model, host, instance, isUsed }: CardProps) {
  const { t, i18n } = useTranslation('rsshub')
  const { user, openUse, openEdit, openDelete, use } = useUnit({
    user: host.reader.$user,
    openUse: host.openUse,
    openEdit: host.openEdit,
    openDelete: host.openDelete,
    use: model.useFx,
  })
  // The model shows failures.
  const choice = useMutation({ mutationFn: () => use({ id: instance.id, months: 0 }) })
  const {
    id,
    description,
    owner,
    ownerUserId,
    price,
    userLimit,
    userCount,
    errorAt,
    errorMessage: reason,
  } = instance
  const isOwn = ownerUserId === user?.id
  // 0 and 1 both mean: its owner only (wire-contract 15).
  const isPrivate = userLimit !== null && userLimit <= 1
  const isFull = userLimit !== null && userCount >= userLimit
  const name = description || t('unnamed')
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const when = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
  return (
    <li aria-label={name}>
      <div className="ui-card-text">
        <p className="ui-buttons">
          <strong>{name}</strong>
          {isUsed && <Tag>{t('used')}</Tag>}
          {isOwn && <Tag>{t('yours')}</Tag>}
        </p>
        <p className="ui-field-hint">
          {[
            price === 0 ? t('free') : t('price', { price: number(price) }),
            isPrivate
              ? t('private')
              : userLimit === null
                ? t('users', { count: userCount })
                : t('usersOf', { count: userCount, limit: number(userLimit) }),
          ].join(' · ')}
        </p>
        <p className="rsshub-health" data-failing={errorAt !== null || undefined}>
          {errorAt === null
            ? t('works')
            : t('failing', { when: when(errorAt), reason: reason || t('noReason') })}
        </p>
        {owner && !isOwn && (
          <Button
            size="small"
            variant="quiet"
            icon={<Icon name="account" />}
            commandId="profile:open"
            data-command-args={JSON.stringify({ user: owner.id })}
          >
            {t('by', { name: owner.name || owner.handle || owner.id })}
          </Button>
        )}
      </div>
      <div className="ui-card-actions">
        {isUsed && price > 0 && !isOwn && <Button onClick={() => openUse({ id })}>{t('extend')}</Button>}
        {!isUsed && (
          <Button
            busy={choice.isPending}
            disabled={errorAt !== null || (isFull && !isOwn)}
            aria-label={t('useOne', { name })}
            onClick={() => choice.mutate()}
          >
            {isFull && !isOwn ? t('full') : t('use')}
          </Button>
        )}
        {isOwn && (
          <>
            <IconButton
              label={t('editOne', { title: name })}
              icon={<Icon name="edit" />}
              onClick={() => openEdit({ id })}
            />
            <IconButton
              label={t('deleteOne', { title: name })}
              icon={<Icon name="delete" />}
              onClick={() => openDelete({ id })}
            />
          </>
        )}
      </div>
    </li>
  )
}
