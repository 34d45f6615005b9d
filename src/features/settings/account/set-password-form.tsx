import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { accountCalls } from '../../../model/account/account-calls.ts'
import { $services } from '../../../model/services.ts'
import { Button, Notice, PasswordField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'
import { passwordProblem } from '../../session/index.ts'
import { useProof } from './use-proof.tsx'

/** The first password of a user who signed up with a provider. */
export function SetPasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['settings', 'app', 'errors'])
  const account = accountCalls(useUnit($services).api)
  const { prove, dialog } = useProof()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problem = password === '' ? null : passwordProblem(password, 'sign-up')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || problem || busy) return
    setBusy(true)
    setFailure(null)
    await prove(async (proof) => {
      await account.setPassword({ newPassword: password, ...proof })
      onDone()
    }).catch((error: unknown) => setFailure(errorMessage(error, t)))
    setBusy(false)
  }
  return (
    <>
      {dialog}
      <form className="settings-form" noValidate onSubmit={(event) => void save(event)}>
        <p className="ui-field-hint">{t('account.setPasswordWords')}</p>
        <PasswordField
          label={t('account.newPassword')}
          hint={t('app:session.passwordHint')}
          error={problem ? t(`app:session.error.${problem}`) : undefined}
          autoComplete="new-password"
          value={password}
          revealLabel={t('app:session.showPassword')}
          concealLabel={t('app:session.hidePassword')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <div className="settings-form-actions">
          <Button type="submit" busy={busy} disabled={password === '' || problem !== null}>
            {t('account.setPassword')}
          </Button>
        </div>
      </form>
    </>
  )
}
