import { Tag, useTranslation } from '../../src/plugin-api/ui.ts'
import { ONE } from './amount.ts'
import { useAmount } from './parts.tsx'
import { activityOf, levelRules, rewardOf } from './reward.ts'
import type { PowerRules } from './power-calls.ts'
import type { Wallet } from './wire.ts'

type LevelProps = { readonly wallet: Wallet; readonly rules: PowerRules; readonly isTrial: boolean }

/** The user's level, what today's claim brings, and how both come about. */
export function Level({ wallet, rules, isTrial }: LevelProps) {
  const { t, i18n } = useTranslation('power')
  const amount = useAmount()
  const { base, share, tax, net } = rewardOf(wallet, rules, isTrial)
  const { level = null, rank = null, activityPoints = null } = wallet.level ?? {}
  const percent = (part: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(part)
  const number = (value: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(value)
  return (
    <section aria-label={t('level.title')}>
      <h2>{t('level.title')}</h2>
      <p className="power-note">
        {level === null
          ? t('level.none')
          : t('level.now', { level, rank: number(rank ?? 0), activity: number(activityOf(activityPoints)) })}
      </p>
      <div className="power-columns">
        <table className="ui-table power-sum">
          <caption>{t('level.today')}</caption>
          <tbody>
            <Row label={t('level.base')} value={amount(base)} />
            {rules.dailySupply > 0 && <Row label={t('level.share')} value={`+ ${amount(share)}`} />}
            <Row
              label={t('level.tax', { tax: percent(rules.taxPoint / 10_000) })}
              value={`− ${amount(tax)}`}
            />
          </tbody>
          <tfoot>
            <Row label={t('level.net')} value={amount(net)} />
          </tfoot>
        </table>
        {rules.dailySupply > 0 && (
          <table className="ui-table power-levels">
            <caption>{t('level.pool', { supply: amount(BigInt(rules.dailySupply) * ONE) })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('level.column')}</th>
                <th scope="col">{t('level.users')}</th>
                <th scope="col">{t('level.part')}</th>
                <th scope="col">{t('level.multiplier')}</th>
              </tr>
            </thead>
            <tbody>
              {levelRules(rules).map((rule) => (
                <tr key={rule.level} aria-current={rule.level === level ? 'true' : undefined}>
                  <th scope="row">
                    {rule.level} {rule.level === level && <Tag tone="accent">{t('level.yours')}</Tag>}
                  </th>
                  <td>
                    {rule.upTo === 1 ? t('level.others') : t('level.top', { part: percent(rule.upTo) })}
                  </td>
                  <td>{percent(rule.supplyShare)}</td>
                  <td>{number(rule.multiplier)}×</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {rules.dailySupply > 0 && <p className="power-note">{t('level.activity')}</p>}
    </section>
  )
}

const Row = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{value}</td>
  </tr>
)
