import { useUnit } from 'effector-react'
import { useState, type ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { useTranslation } from '../../src/plugin-api/ui.ts'
import type { tipProps } from './dialog-props.ts'
import { AmountField } from './amount-field.tsx'
import { formatAmount, parseAmount, taxOn } from './amount.ts'
import type { PowerModel } from './model.ts'
import { useAmount } from './parts.tsx'
import { PayForm } from './pay-form.tsx'

/** Whole POWER (wire-contract 16). */
const DEFAULT_TIP = '10'

type TipProps = z.output<typeof tipProps> & { readonly onClose: () => void }

export const createTipDialog = (
  model: PowerModel,
  { notified }: Pick<ClientHost, 'notified'>,
): ComponentType<TipProps> =>
  function TipDialog({ entryId, feedTitle, isOwned, onClose }) {
    const { t, i18n } = useTranslation('power')
    const format = useAmount()
    const [tip, notify] = useUnit([model.tipFx, notified])
    const taxPoint = useUnit(model.$overview)?.rules.taxPoint ?? 0
    const [text, setText] = useState(DEFAULT_TIP)
    const amount = parseAmount(text)
    const tax = amount === null ? 0n : taxOn(amount, taxPoint)
    const pay = async (key: string) => {
      if (amount === null) return null
      const paid = await tip({ entryId, amount, key })
      if (paid !== null)
        notify({
          key: 'tip.sent',
          values: { amount: formatAmount(amount, i18n.language), feed: feedTitle },
        })
      return paid
    }
    return (
      <PayForm
        model={model}
        title={t('tip.title')}
        description={t(isOwned ? 'tip.toOwner' : 'tip.held', { feed: feedTitle })}
        submitLabel={amount === null ? t('tip.submit') : t('tip.submitAmount', { amount: format(amount) })}
        amount={amount}
        pay={pay}
        onClose={onClose}
      >
        {(isChecked) => (
          <AmountField
            text={text}
            onChange={setText}
            isWrong={isChecked && amount === null}
            hint={
              amount !== null && tax > 0n
                ? t('tip.arrives', { amount: format(amount - tax), tax: format(tax) })
                : undefined
            }
          />
        )}
      </PayForm>
    )
  }
