import { useUnit } from 'effector-react'
import { useState, type ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import { Notice, TextField, useTranslation } from '../../src/plugin-api/ui.ts'
import type { withdrawProps } from './dialog-props.ts'
import { AmountField } from './amount-field.tsx'
import { formatAmount, parseAmount } from './amount.ts'
import type { PowerModel } from './model.ts'
import { useAmount } from './parts.tsx'
import { PayForm } from './pay-form.tsx'

type WithdrawProps = z.output<typeof withdrawProps> & { readonly onClose: () => void }

/** As the server takes it (contract/wallets). */
const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text)

export const createWithdrawDialog = (
  model: PowerModel,
  { notified, reader }: Pick<ClientHost, 'notified' | 'reader'>,
): ComponentType<WithdrawProps> =>
  function WithdrawDialog({ onClose }) {
    const { t, i18n } = useTranslation('power')
    const format = useAmount()
    const [withdraw, notify] = useUnit([model.withdrawFx, notified])
    const user = useUnit(reader.$user)
    const wallet = useUnit(model.$overview)?.wallet
    const [text, setText] = useState('')
    const [typed, setTyped] = useState('')
    const entered = parseAmount(text)
    const address = typed.trim()
    const amount = isAddress(address) ? entered : null
    const pay = async (key: string) => {
      if (amount === null) return null
      const paid = await withdraw({ address, amount, key })
      if (paid !== null)
        notify({ key: 'withdraw.done', values: { amount: formatAmount(amount, i18n.language) } })
      return paid
    }
    return (
      <PayForm
        model={model}
        title={t('withdraw.title')}
        description={t('withdraw.intro')}
        submitLabel={
          entered === null ? t('withdraw.submit') : t('withdraw.submitAmount', { amount: format(entered) })
        }
        amount={amount}
        available={BigInt(wallet?.cashablePowerToken ?? 0)}
        pay={pay}
        onClose={onClose}
      >
        {(isChecked) => (
          <>
            {user?.hasSecondFactor === false && <Notice tone="warning">{t('withdraw.needsCode')}</Notice>}
            <AmountField text={text} onChange={setText} isWrong={isChecked && entered === null} />
            <TextField
              label={t('withdraw.address')}
              hint={t('withdraw.addressHint')}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              error={isChecked && !isAddress(address) ? t('withdraw.wrongAddress') : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
      </PayForm>
    )
  }
