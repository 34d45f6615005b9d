/** What the screens of POWER share. */
import { useStoreMap, useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Button, EmptyState, Icon, Notice, useFailure, useTranslation } from '../../src/plugin-api/ui.ts'
import { formatAmount } from './amount.ts'
import type { PowerModel } from './model.ts'
import './power.css'

type PageName = 'wallet' | 'achievements' | 'ranking' | 'admin'
const pages: readonly PageName[] = ['wallet', 'achievements', 'ranking']

type PagesProps = { readonly current: PageName; readonly reader: Pick<ClientHost['reader'], '$user'> }

/** The pages of POWER; the current one is marked. */
export function Pages({ current, reader }: PagesProps) {
  const { t } = useTranslation('power')
  const isAdmin = useStoreMap(reader.$user, (user) => user?.isAdmin === true)
  return (
    <nav className="power-pages" aria-label={t('pages')}>
      {[...pages, ...(isAdmin ? (['admin'] as const) : [])].map((page) => (
        <Button
          key={page}
          variant="quiet"
          commandId={`power:${page}`}
          aria-current={page === current ? 'page' : undefined}
        >
          {t(`pageNames.${page}`)}
        </Button>
      ))}
    </nav>
  )
}

/** An amount with its unit. */
export function useAmount(): (amount: string | bigint) => string {
  const { t, i18n } = useTranslation('power')
  return (amount) => t('amount', { amount: formatAmount(amount, i18n.language) })
}

type FailureProps = { readonly error: unknown; readonly onRetry?: () => unknown }

export function Failure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('power')
  const failure = useFailure('power')
  return (
    <Notice
      tone="danger"
      actions={
        onRetry && (
          <Button size="small" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        )
      }
    >
      {failure(error)}
    </Notice>
  )
}

/** Stands in place of what a wallet is needed for. */
export function NoWallet({ model }: { readonly model: PowerModel }) {
  const { t } = useTranslation('power')
  const busy = useUnit(model.createWalletFx.pending)
  return (
    <EmptyState
      icon={<Icon name="zap" />}
      title={t('noWallet')}
      description={t('noWalletHint')}
      actions={
        <Button variant="primary" busy={busy} commandId="power:create-wallet">
          {t('createWallet')}
        </Button>
      }
    />
  )
}

type FigureProps = { readonly label: string; readonly children: ReactNode; readonly hint?: string }

/** A number with its label. */
export function Figure({ label, hint, children }: FigureProps) {
  return (
    <div className="power-figure">
      <dt>{label}</dt>
      <dd>{children}</dd>
      {hint && <dd className="power-note">{hint}</dd>}
    </div>
  )
}
