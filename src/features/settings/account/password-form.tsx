import { useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { $services } from '../../../model/services.ts'
import { Button, Checkbox, Notice, PasswordField, useTranslation } from '../../../ui/index.ts'
import { passwordProblem, sessionFailure } from '../../session/index.ts'

const empty = { current: '', next: '', repeated: '' }
type Field = keyof typeof empty

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const { t } = useTranslation(['settings', 'app'])
  const { api } = useUnit($services)
  const queryClient = useQueryClient()
  const [form, setForm] = useState(empty)
  // Whoever fears for the password fears for these too, and may not think of them.
  const [revokeAppPasswords, setRevokeAppPasswords] = useState(true)
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; message: string } | null>(null)
  const weak = form.next === '' ? null : passwordProblem(form.next, 'sign-up')
  const differ = form.repeated !== '' && form.repeated !== form.next
  const ready = form.current !== '' && form.next !== '' && !weak && form.repeated === form.next
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    try {
      const { appPasswords } = await api.auth.changePassword({
        currentPassword: form.current,
        newPassword: form.next,
        revokeAppPasswords,
      })
      setForm(empty)
      setRevokeAppPasswords(true)
      setStatus({ tone: 'success', message: changedMessage(appPasswords) })
      void queryClient.invalidateQueries({ queryKey: ['app-passwords'] })
    } catch (failure) {
      const { key, reason } = sessionFailure(failure)
      setStatus({
        tone: 'danger',
        message: key === 'other' && reason ? reason : t(`app:session.error.${key}`, { reason }),
      })
    }
    setBusy(false)
  }
  const changedMessage = ({ revoked, left }: { revoked: number; left: number }) =>
    [
      t('account.passwordChanged'),
      revoked > 0 && t('account.appPasswordsEnded', { count: revoked }),
      left > 0 && t('account.appPasswordsLeft', { count: left }),
    ]
      .filter(Boolean)
      .join(' ')
  const field = (name: Field) => ({
    value: form[name],
    revealLabel: t('app:session.showPassword'),
    concealLabel: t('app:session.hidePassword'),
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  })
  return (
    <form className="settings-form" onSubmit={(event) => void save(event)}>
      <PasswordField
        {...field('current')}
        label={t('account.currentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('next')}
        label={t('account.newPassword')}
        hint={t('app:session.passwordHint')}
        error={weak ? t(`app:session.error.${weak}`) : undefined}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('repeated')}
        label={t('account.repeatPassword')}
        error={differ ? t('app:session.error.passwordsDiffer') : undefined}
        autoComplete="new-password"
      />
      <Checkbox
        label={t('account.endAppPasswords')}
        hint={t('account.endAppPasswordsWords')}
        checked={revokeAppPasswords}
        onChange={setRevokeAppPasswords}
      />
      {status && <Notice tone={status.tone}>{status.message}</Notice>}
      <div className="settings-form-actions">
        <Button type="submit" busy={busy} disabled={!ready}>
          {t('account.changePassword')}
        </Button>
      </div>
    </form>
  )
}
