import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { Button, Dialog, Icon, SkeletonText, useTranslation } from '../../src/plugin-api/ui.ts'
import type { PowerModel } from './model.ts'
import { Failure, NoWallet, useAmount } from './parts.tsx'

type PayFormProps = {
  readonly model: PowerModel
  readonly title: string
  readonly description?: string | undefined
  /** What the button says. */
  readonly submitLabel: string
  /** null: what was entered cannot be paid. */
  readonly amount: bigint | null
  /** At most; absent: the whole balance. */
  readonly available?: bigint
  /**
   * Sends the payment. @param key the same for as long as the dialog is open
   * @returns null when the user did not enter the code
   */
  readonly pay: (key: string) => Promise<unknown>
  readonly onClose: () => void
  /** The fields. `isChecked`: the user has tried to pay, and problems are shown. */
  readonly children: (isChecked: boolean) => ReactNode
}

/** A dialog that pays from the user's wallet, with its balance. */
export function PayForm(props: PayFormProps) {
  const { model, title, description, submitLabel, amount, available, pay, onClose, children } = props
  const { t } = useTranslation('power')
  const format = useAmount()
  const { overview, loadError, load } = useUnit({
    overview: model.$overview,
    loadError: model.$overviewError,
    load: model.overviewRequested,
  })
  useEffect(() => load(), [load])
  const [key] = useState(() => crypto.randomUUID())
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => pay(key),
    onSuccess: (paid) => paid !== null && onClose(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (amount !== null && !isPending) mutate()
  }
  const wallet = overview?.wallet
  const balance = available ?? BigInt(wallet?.powerToken ?? 0)
  return (
    <Dialog
      open
      size="small"
      title={title}
      description={description}
      icon={<Icon name="zap" />}
      closeLabel={t('close')}
      onClose={onClose}
    >
      {!overview && loadError === null && <SkeletonText lines={4} />}
      {!overview && loadError !== null && <Failure error={loadError} onRetry={load} />}
      {overview && !wallet && <NoWallet model={model} />}
      {wallet && (
        <form className="ui-stack power-form" noValidate onSubmit={submit}>
          {children(isChecked)}
          <p className="power-note">
            {t('pay.available', { amount: format(balance) })}
            {amount !== null && amount > balance && ` ${t('pay.tooMuch')}`}
          </p>
          {error !== null && <Failure error={error} />}
          <footer className="ui-buttons" data-align="end">
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" busy={isPending}>
              {submitLabel}
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  )
}
