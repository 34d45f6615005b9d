import { useMutation } from '@tanstack/react-query'
import { useState, type ComponentType, type FormEvent } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import {
  Avatar,
  Button,
  EmptyState,
  Icon,
  Notice,
  SkeletonText,
  TextArea,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import { AmountField } from './amount-field.tsx'
import { parseAmount } from './amount.ts'
import type { PowerModel } from './model.ts'
import { Failure, Pages } from './parts.tsx'
import { useAchievementChange, useAudits } from './queries.ts'

type Host = Pick<ClientHost, 'failed' | 'reader'>

/** What only an admin does: deciding on what users handed in, and giving POWER to users of their choice. */
export const createAdminScreen = (model: PowerModel, host: Host): ComponentType =>
  function AdminScreen() {
    const { t } = useTranslation('power')
    const { isPending } = useAudits(model)
    return (
      <div className="power">
        <Pages current="admin" reader={host.reader} />
        <section aria-labelledby="power-audits">
          <h2 id="power-audits">{t('admin.audits')}</h2>
          <Audits model={model} host={host} />
        </section>
        {/* Below a list whose length is known. */}
        {!isPending && (
          <>
            <section aria-labelledby="power-airdrop">
              <h2 id="power-airdrop">{t('admin.airdrop')}</h2>
              <p className="power-note">{t('admin.airdropHint')}</p>
              <AirdropForm model={model} />
            </section>
            <section aria-labelledby="power-ledger">
              <h2 id="power-ledger">{t('admin.ledgerTitle')}</h2>
              <LedgerCheck model={model} />
            </section>
          </>
        )}
      </div>
    )
  }

function LedgerCheck({ model }: { readonly model: PowerModel }) {
  const { t } = useTranslation('power')
  const {
    mutate,
    isPending,
    data: result,
    error,
  } = useMutation({
    mutationFn: () => model.power.wallets.audit({}),
  })
  const data = result?.data
  const problems = data?.problems.join(' ') ?? ''
  return (
    <div className="ui-stack power-form">
      {problems !== '' && <Notice tone="danger">{t('admin.ledgerWrong', { problems })}</Notice>}
      {data && problems === '' && (
        <Notice tone="success">{t('admin.ledgerWell', { count: data.transactions })}</Notice>
      )}
      {error !== null && <Failure error={error} />}
      <div className="ui-buttons" data-align="end">
        <Button busy={isPending} onClick={() => mutate()}>
          {t('admin.ledger')}
        </Button>
      </div>
    </div>
  )
}

function Audits({ model, host }: { readonly model: PowerModel; readonly host: Host }) {
  const { t } = useTranslation('power')
  const { data, error, isPending, refetch } = useAudits(model)
  const decision = useAchievementChange(host, 'audits', model.power.achievement.decide)
  if (error !== null) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <SkeletonText lines={3} />
  if (data.length === 0) return <EmptyState icon={<Icon name="zap" />} title={t('admin.noAudits')} />
  return (
    <ul className="power-list">
      {data.map(({ userId, user, actionId, payload }) => {
        const name = user.name || user.handle || userId
        const achievement = t(`achievements.names.${actionId}`)
        const decide = (granted: boolean) => () => decision.mutate({ userId, actionId, granted })
        return (
          <li key={`${userId} ${actionId}`} aria-label={name}>
            <Avatar src={user.image} name={name} shape="person" />
            <div className="power-list-text">
              <p>
                {name} · {achievement}
              </p>
              <p className="power-note">{handedIn(payload)}</p>
            </div>
            <div className="power-reward">
              <Button
                size="small"
                variant="primary"
                busy={decision.isPending}
                aria-label={t('admin.grantOne', { name, achievement })}
                onClick={decide(true)}
              >
                {t('admin.grant')}
              </Button>
              <Button
                size="small"
                busy={decision.isPending}
                aria-label={t('admin.refuseOne', { name, achievement })}
                onClick={decide(false)}
              >
                {t('admin.refuse')}
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Clients may hand in anything; ours hands in a name. */
function handedIn(payload: unknown): string {
  const { username } = (payload ?? {}) as { readonly username?: unknown }
  return typeof username === 'string' ? username : JSON.stringify(payload)
}

function AirdropForm({ model }: { readonly model: PowerModel }) {
  const { t } = useTranslation('power')
  const [users, setUsers] = useState('')
  const [amountText, setAmountText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: (gift: { readonly userIds: string[]; readonly amount: bigint }) =>
      model.power.wallets.grantAirdrop({ ...gift, amount: String(gift.amount) }),
    onSuccess: () => {
      setUsers('')
      setChecked(false)
    },
  })
  const userIds = users.split(/[\s,]+/).filter(Boolean)
  const amount = parseAmount(amountText)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (amount !== null && userIds.length > 0) mutate({ userIds, amount })
    else reset()
  }
  return (
    <form className="ui-stack power-form" onSubmit={submit}>
      <TextArea
        label={t('admin.users')}
        hint={t('admin.usersHint')}
        value={users}
        error={isChecked && userIds.length === 0 ? t('admin.noUsers') : undefined}
        onChange={(event) => setUsers(event.currentTarget.value)}
      />
      <AmountField
        text={amountText}
        isWrong={isChecked && amount === null}
        autoFocus={false}
        onChange={setAmountText}
      />
      {data !== undefined && (
        <Notice tone="success">{t('admin.granted', { count: data.data.granted })}</Notice>
      )}
      {error !== null && <Failure error={error} />}
      <div className="ui-buttons" data-align="end">
        <Button type="submit" variant="primary" busy={isPending}>
          {t('admin.give')}
        </Button>
      </div>
    </form>
  )
}
