import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { Proof } from '../../../contract/proof.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
import { Button, Dialog, Notice, PasswordField, TextField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'
import { proofNeedOf, type ProofNeed } from './proof-need.ts'

/** A call that includes the given proof. */
export type ProvenCall = (proof: Proof) => Promise<void>
type ProofDialogProps = {
  readonly need: ProofNeed
  readonly call: ProvenCall
  readonly onClose: () => void
}

/** Asks for the password or a two-factor code and repeats the call with it. */
export function ProofDialog({ need, call, onClose }: ProofDialogProps) {
  const { t } = useTranslation(['settings', 'app', 'common', 'errors'])
  const openDialog = useUnit(dialogOpened)
  const [{ kind, isWrong }, setNeed] = useState(need)
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() === '' || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call(kind === 'code' ? { TOTPCode: value.trim() } : { password: value })
      onClose()
    } catch (error) {
      const next = proofNeedOf(error)
      if (next) setNeed(next)
      else setFailure(errorMessage(error, t))
      setValue('')
      setBusy(false)
    }
  }
  const field = {
    label: t(`account.proof.${kind}`),
    value,
    autoFocus: true,
    required: true,
    error: isWrong && value === '' ? t(`account.proof.wrong.${kind}`) : undefined,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  }
  return (
    <Dialog
      open
      size="small"
      title={t('account.proof.title')}
      description={t(`account.proof.words.${kind}`)}
      closeLabel={t('common:action.cancel')}
      onClose={onClose}
    >
      {kind === 'signIn' ? (
        <Button
          variant="primary"
          wide
          autoFocus
          onClick={() => {
            onClose()
            openDialog({ id: 'sign-out' })
          }}
        >
          {t('common:action.signOut')}
        </Button>
      ) : (
        <form className="ui-stack account-form" noValidate onSubmit={(event) => void submit(event)}>
          {failure && <Notice tone="danger">{failure}</Notice>}
          {kind === 'code' ? (
            <TextField {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          ) : (
            <PasswordField
              {...field}
              revealLabel={t('app:session.showPassword')}
              concealLabel={t('app:session.hidePassword')}
              autoComplete="current-password"
            />
          )}
          <Button type="submit" variant="primary" wide busy={busy}>
            {t('common:action.confirm')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
