import { useUnit } from 'effector-react'
import { dialogOpened } from '../../model/layout/index.ts'
import {
  rsshubUseFx,
  rsshubUseRequested,
  type RsshubInstance,
  type RsshubStatus,
} from '../../model/rsshub/index.ts'
import { $role, $session } from '../../model/session/index.ts'
import {
  AccountIcon,
  AddIcon,
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  IconButton,
  Notice,
  RsshubIcon,
  SkeletonText,
  Tag,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../error-message/index.ts'
import { NeedsInvitation } from '../invitations/index.ts'
import { Page } from '../page/index.ts'
import { useConfigs } from '../session/index.ts'
import { useRsshubInstances, useRsshubStatus } from './use-rsshub.ts'

/** The page /rsshub: the instance in use, and those that users share. */
export function RsshubPage() {
  const { t } = useTranslation('people')
  const { role, open } = useUnit({ role: $role, open: dialogOpened })
  const isTrial = role === 'trial'
  return (
    <Page
      className="rsshub"
      title={t('rsshub.title')}
      intro={t('rsshub.words')}
      actions={
        !isTrial && (
          <Button variant="primary" icon={<AddIcon />} onClick={() => open({ id: 'edit-rsshub' })}>
            {t('rsshub.addTitle')}
          </Button>
        )
      }
    >
      {isTrial ? <NeedsInvitation /> : <Instances />}
    </Page>
  )
}

function Instances() {
  const { t } = useTranslation(['people', 'errors'])
  const instances = useRsshubInstances()
  const status = useRsshubStatus()
  const error = instances.error ?? status.error
  if (error)
    return (
      <RetryNotice onRetry={() => Promise.all([instances.refetch(), status.refetch()])}>
        {t('rsshub.failedWith', { reason: errorMessage(error, t) })}
      </RetryNotice>
    )
  if (!instances.data || !status.data) return <SkeletonText lines={4} />
  const usedId = status.data.usage?.rsshubId ?? null
  return (
    <>
      <InUse status={status.data} used={instances.data.find(({ id }) => id === usedId)} />
      <section aria-label={t('rsshub.instances')}>
        <h2>{t('rsshub.instances')}</h2>
        {instances.data.length === 0 && (
          <EmptyState icon={<RsshubIcon />} title={t('rsshub.none')} description={t('rsshub.noneWords')} />
        )}
        <ul className="rsshub-list">
          {instances.data.map((instance) => (
            <InstanceCard key={instance.id} instance={instance} isUsed={instance.id === usedId} />
          ))}
        </ul>
      </section>
    </>
  )
}

type InUseProps = { readonly status: RsshubStatus; readonly used: RsshubInstance | undefined }

/** What rsshub:// addresses are fetched from. */
function InUse({ status: { usage, purchase }, used }: InUseProps) {
  const { t, i18n } = useTranslation(['people'])
  const configs = useConfigs()
  const use = useUnit(rsshubUseRequested)
  const day = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
  if (!usage)
    return configs?.RSSHUB_ENABLED === false ? (
      <Notice tone="warning">{t('rsshub.noOwn')}</Notice>
    ) : (
      <Notice>{t('rsshub.own')}</Notice>
    )
  return (
    <Notice
      tone={used?.errorAt ? 'warning' : 'success'}
      actions={
        <Button size="small" onClick={() => use({ id: null, months: 0 })}>
          {t('rsshub.stop')}
        </Button>
      }
    >
      {t('rsshub.inUse', { name: used?.description || t('rsshub.unnamed') })}{' '}
      {purchase && t('rsshub.paidUntil', { when: day(purchase.expiresAt) })}
    </Notice>
  )
}

type CardProps = { readonly instance: RsshubInstance; readonly isUsed: boolean }

function InstanceCard({ instance, isUsed }: CardProps) {
  const { t, i18n } = useTranslation(['people', 'sources'])
  const { session, open, use, busy } = useUnit({
    session: $session,
    open: dialogOpened,
    use: rsshubUseRequested,
    busy: rsshubUseFx.pending,
  })
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
  const isOwn = ownerUserId === session.user?.id
  // 0 and 1 both mean: its owner only (wire-contract 15).
  const isPrivate = userLimit !== null && userLimit <= 1
  const isFull = userLimit !== null && userCount >= userLimit
  const name = description || t('rsshub.unnamed')
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const when = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
  return (
    <li aria-label={name}>
      <div className="rsshub-card-text">
        <p className="rsshub-card-title">
          <strong>{name}</strong>
          {isUsed && <Tag>{t('rsshub.used')}</Tag>}
          {isOwn && <Tag>{t('rsshub.yours')}</Tag>}
        </p>
        <p className="ui-field-hint">
          {[
            price === 0 ? t('rsshub.free') : t('rsshub.price', { price: number(price) }),
            isPrivate
              ? t('rsshub.private')
              : userLimit === null
                ? t('rsshub.users', { count: userCount })
                : t('rsshub.usersOf', { count: userCount, limit: number(userLimit) }),
          ].join(' · ')}
        </p>
        <p className="rsshub-health" data-failing={errorAt !== null || undefined}>
          {errorAt === null
            ? t('rsshub.works')
            : t('rsshub.failing', { when: when(errorAt), reason: reason || t('rsshub.noReason') })}
        </p>
        {owner && !isOwn && (
          <Button
            size="small"
            variant="quiet"
            icon={<AccountIcon />}
            commandId="profile:open"
            data-command-args={JSON.stringify({ user: owner.id })}
          >
            {t('sources:list.by', { name: owner.name || owner.handle || owner.id })}
          </Button>
        )}
      </div>
      <div className="rsshub-card-actions">
        {isUsed && price > 0 && !isOwn && (
          <Button onClick={() => open({ id: 'use-rsshub', props: { id } })}>{t('rsshub.extend')}</Button>
        )}
        {!isUsed && (
          <Button
            busy={busy}
            disabled={errorAt !== null || (isFull && !isOwn)}
            aria-label={t('rsshub.useOne', { name })}
            onClick={() => use({ id, months: 0 })}
          >
            {isFull && !isOwn ? t('rsshub.full') : t('rsshub.use')}
          </Button>
        )}
        {isOwn && (
          <>
            <IconButton
              label={t('sources:editOne', { title: name })}
              icon={<EditIcon />}
              onClick={() => open({ id: 'edit-rsshub', props: { id } })}
            />
            <IconButton
              label={t('sources:list.deleteOne', { title: name })}
              icon={<DeleteIcon />}
              onClick={() => open({ id: 'delete-rsshub', props: { id } })}
            />
          </>
        )}
      </div>
    </li>
  )
}
