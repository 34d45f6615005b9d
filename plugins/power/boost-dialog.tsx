import { useUnit } from 'effector-react'
import { useState, type ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Avatar, Select, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import type { boostProps } from './dialog-props.ts'
import { ONE } from './amount.ts'
import type { PowerModel } from './model.ts'
import { Failure, useAmount } from './parts.tsx'
import { PayForm } from './pay-form.tsx'
import { useBoost } from './queries.ts'

/** Months that can be paid for (wire-contract 9). */
const durations = [1, 3, 6, 12]

type BoostProps = z.output<typeof boostProps> & { readonly onClose: () => void }

export const createBoostDialog = (
  model: PowerModel,
  { notified }: Pick<ClientHost, 'notified'>,
): ComponentType<BoostProps> =>
  function BoostDialog({ feedId, feedTitle, onClose }) {
    const { t, i18n } = useTranslation('power')
    const format = useAmount()
    const [boost, notify] = useUnit([model.boostFx, notified])
    const { data, error, refetch } = useBoost(model, feedId)
    const [months, setMonths] = useState(durations[0] ?? 1)
    const amount = data ? BigInt(months * data.monthlyBoostCost) * ONE : null
    const day = (iso: string) =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
    const pay = async (key: string) => {
      if (amount === null) return null
      const paid = await boost({ feedId, amount, key })
      if (paid !== null)
        notify({ key: 'boost.done', values: { feed: feedTitle, when: day(paid.data.expiresAt) } })
      return paid
    }
    const running = data?.lastValidBoost
    return (
      <PayForm
        model={model}
        title={t('boost.title', { feed: feedTitle })}
        description={t('boost.intro')}
        submitLabel={
          amount === null ? t('boost.submit') : t('boost.submitAmount', { amount: format(amount) })
        }
        amount={amount}
        pay={pay}
        onClose={onClose}
      >
        {() =>
          data ? (
            <>
              <p>
                {t('boost.state', { level: data.level, count: data.boostCount })}{' '}
                {data.remainingBoostsToLevelUp > 0 &&
                  t('boost.next', { count: data.remainingBoostsToLevelUp })}
              </p>
              {data.boosters.length > 0 && (
                <ul className="power-boosters" aria-label={t('boost.boosters')}>
                  {data.boosters.map(({ id, name, handle, image }) => (
                    <li key={id}>
                      <Avatar src={image} name={name || handle || id} shape="person" size="small" />
                      {name || handle || id}
                    </li>
                  ))}
                </ul>
              )}
              {running && <p>{t('boost.running', { when: day(running.expiresAt) })}</p>}
              <Select
                label={t('boost.duration')}
                value={String(months)}
                choices={durations.map((count) => ({
                  value: String(count),
                  label: t('boost.months', {
                    count,
                    price: format(BigInt(count * data.monthlyBoostCost) * ONE),
                  }),
                }))}
                onChange={(value) => setMonths(Number(value))}
              />
            </>
          ) : error === null ? (
            <SkeletonText lines={3} />
          ) : (
            <Failure error={error} onRetry={refetch} />
          )
        }
      </PayForm>
    )
  }
