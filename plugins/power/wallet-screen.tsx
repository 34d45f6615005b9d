import { useUnit } from 'effector-react'
import { useEffect, type ComponentType } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Button, Icon, Notice, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import { Level } from './level.tsx'
import type { PowerModel } from './model.ts'
import { Failure, Figure, NoWallet, Pages, useAmount } from './parts.tsx'
import { useAirdrop } from './queries.ts'
import { Transactions } from './transactions.tsx'
import type { Wallet } from './wire.ts'

/** ms between two looks at whether the day's POWER can be claimed (client-facts 9). */
const CLAIM_CHECK_MS = 3_600_000

export const createWalletScreen = (
  model: PowerModel,
  { reader }: Pick<ClientHost, 'reader'>,
): ComponentType =>
  function WalletScreen() {
    const { overview, error, load, user } = useUnit({
      overview: model.$overview,
      error: model.$overviewError,
      load: model.overviewRequested,
      user: reader.$user,
    })
    useEffect(() => {
      load()
      const timer = setInterval(load, CLAIM_CHECK_MS)
      return () => clearInterval(timer)
    }, [load])
    return (
      <div className="power">
        <Pages current="wallet" reader={reader} />
        {overview === null ? (
          error === null ? (
            <SkeletonText lines={6} />
          ) : (
            <Failure error={error} onRetry={load} />
          )
        ) : overview.wallet === null || !user ? (
          <NoWallet model={model} />
        ) : (
          <>
            <Balance model={model} wallet={overview.wallet} isClaimable={overview.isClaimable} />
            <Airdrop model={model} />
            <Level wallet={overview.wallet} rules={overview.rules} isTrial={user.isTrial} />
            <Transactions model={model} userId={user.id} balance={overview.wallet.powerToken} />
          </>
        )}
      </div>
    )
  }

type BalanceProps = {
  readonly model: PowerModel
  readonly wallet: Wallet
  readonly isClaimable: boolean
}

function Balance({ model, wallet, isClaimable }: BalanceProps) {
  const { t } = useTranslation('power')
  const amount = useAmount()
  const busy = useUnit(model.claimFx.pending)
  const canWithdraw = BigInt(wallet.cashablePowerToken) > 0n
  return (
    <section className="power-card" aria-label={t('wallet.balance')}>
      <div>
        <p className="power-note">{t('wallet.balance')}</p>
        <p className="power-total">
          <Icon name="zap" />
          {amount(wallet.powerToken)}
        </p>
      </div>
      {BigInt(wallet.powerToken) > 0n && (
        <dl className="power-figures">
          <Figure label={t('wallet.received')} hint={t('wallet.receivedHint')}>
            {amount(wallet.cashablePowerToken)}
          </Figure>
          <Figure label={t('wallet.claimed')} hint={t('wallet.claimedHint')}>
            {amount(wallet.dailyPowerToken)}
          </Figure>
        </dl>
      )}
      <div className="ui-buttons">
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
  const { data } = useAirdrop(model)
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
