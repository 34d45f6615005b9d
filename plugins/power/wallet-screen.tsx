import { useUnit } from 'effector-react'
import { useEffect, type ComponentType } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Button, Icon, Notice, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import { Level } from './level.tsx'
import type { PowerModel } from './model.ts'
import { Failure, Figure, NoWallet, Pages, useAmount } from './parts.tsx'
import { Transactions } from './transactions.tsx'

/** ms between two looks at whether the day's POWER can be claimed (client-facts 9). */
const CLAIM_CHECK_MS = 3_600_000

export const createWalletScreen = (
  model: PowerModel,
  { reader }: Pick<ClientHost, 'reader'>,
): ComponentType =>
  function WalletScreen() {
    const { loaded, user } = useUnit({ loaded: model.overview.$loaded, user: reader.$user })
    const [load, loadAirdrop] = useUnit([model.overview.loadFx, model.airdrop.loadFx])
    useEffect(() => {
      const look = () => void load().catch(() => {})
      look()
      void loadAirdrop().catch(() => {})
      const timer = setInterval(look, CLAIM_CHECK_MS)
      return () => clearInterval(timer)
    }, [load, loadAirdrop])
    const { data, error } = loaded
    return (
      <div className="power">
        <Pages current="wallet" reader={reader} />
        {data === null ? (
          error === null ? (
            <SkeletonText lines={6} />
          ) : (
            <Failure error={error} onRetry={() => load().catch(() => {})} />
          )
        ) : data.wallet === null || !user ? (
          <NoWallet model={model} />
        ) : (
          <>
            <Balance model={model} wallet={data.wallet} isClaimable={data.isClaimable} />
            <Airdrop model={model} />
            <Level wallet={data.wallet} rules={data.rules} isTrial={user.isTrial} />
            <Transactions model={model} userId={user.id} />
          </>
        )}
      </div>
    )
  }

type Overview = NonNullable<ReturnType<PowerModel['overview']['$loaded']['getState']>['data']>
type BalanceProps = {
  readonly model: PowerModel
  readonly wallet: NonNullable<Overview['wallet']>
  readonly isClaimable: boolean
}

function Balance({ model, wallet, isClaimable }: BalanceProps) {
  const { t } = useTranslation('power')
  const amount = useAmount()
  const busy = useUnit(model.claimFx.pending)
  const canWithdraw = BigInt(wallet.cashablePowerToken) > 0n
  return (
    <section className="power-card power-balance" aria-label={t('wallet.balance')}>
      <div>
        <p className="power-note">{t('wallet.balance')}</p>
        <p className="power-total">
          <Icon name="zap" />
          {amount(wallet.powerToken)}
        </p>
      </div>
      <dl className="power-figures">
        <Figure label={t('wallet.received')} hint={t('wallet.receivedHint')}>
          {amount(wallet.cashablePowerToken)}
        </Figure>
        <Figure label={t('wallet.claimed')} hint={t('wallet.claimedHint')}>
          {amount(wallet.dailyPowerToken)}
        </Figure>
      </dl>
      <div className="power-actions">
        <Button variant="primary" busy={busy} disabled={!isClaimable} commandId="power:claim">
          {isClaimable ? t('claim') : t('wallet.claimedToday')}
        </Button>
        <Button disabled={!canWithdraw} commandId="power:withdraw">
          {t('withdraw.command')}
        </Button>
      </div>
      {wallet.address && (
        <p className="power-note power-address">
          {t('wallet.address')} <code>{wallet.address}</code>
        </p>
      )}
    </section>
  )
}

/** POWER that was given out to this user; nothing where there is none. */
function Airdrop({ model }: { readonly model: PowerModel }) {
  const { t } = useTranslation('power')
  const amount = useAmount()
  const { data } = useUnit(model.airdrop.$loaded)
  const busy = useUnit(model.claimAirdropFx.pending)
  if (!data || data.tx !== null || data.amount === null) return null
  return (
    <Notice
      tone="accent"
      icon={<Icon name="zap" />}
      actions={
        <Button size="small" busy={busy} commandId="power:claim-airdrop">
          {t('airdrop.claim')}
        </Button>
      }
    >
      {t('airdrop.waits', { amount: amount(data.amount) })}
    </Notice>
  )
}
