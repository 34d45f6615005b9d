import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { accountCalls } from '../../model/account/account-calls.ts'
import { asApiError } from '../../model/api-errors.ts'
import { $services } from '../../model/services.ts'
import { whoamiRequested } from '../../model/session/index.ts'
import { Button, Notice, PasswordField, useTranslation } from '../../ui/index.ts'
import { passwordProblem } from './check-account.ts'
import { FocusedLink } from './focused-link.tsx'
import { SessionCard } from './session-card.tsx'
import { sessionFailure } from './session-failure.ts'

type State = 'ready' | 'expired' | 'done'

/** The page /reset-password, opened by the link of an e-mail: `?token=`, or `?error=` when the link no longer works. */
export function ResetPasswordPage() {
  const { t } = useTranslation(['app', 'common'])
  const { services, whoami } = useUnit({ services: $services, whoami: whoamiRequested })
  const [params] = useSearchParams()
  const token = params.get('token')
  const [state, setState] = useState<State>(token === null ? 'expired' : 'ready')
  const [form, setForm] = useState({ password: '', repeated: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof typeof form, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = passwordProblem(form.password, 'sign-up') ?? undefined
    const repeated = form.repeated === form.password ? undefined : 'passwordsDiffer'
    setProblems({ password, repeated })
    if (password || repeated || busy || token === null) return
    setBusy(true)
    setFailure(null)
    try {
      await accountCalls(services.api).resetPassword({ token, newPassword: form.password })
      setState('done')
      // All sessions have ended, this browser's too.
      whoami()
    } catch (error) {
      const known = asApiError(error)
      if (known?.kind === 'failed' && /token/i.test(known.message ?? '')) setState('expired')
      else {
        const { key, reason } = sessionFailure(error)
        setFailure(key === 'other' && reason ? reason : t(`session.error.${key}`, { reason }))
      }
    }
    setBusy(false)
  }
  const field = (name: keyof typeof form) => ({
    name,
    required: true,
    value: form[name],
    error: problems[name] && t(`session.error.${problems[name]}`),
    autoComplete: 'new-password',
    revealLabel: t('session.showPassword'),
    concealLabel: t('session.hidePassword'),
    onChange: (event: { currentTarget: { value: string } }) => {
      setForm({ ...form, [name]: event.currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  return (
    <SessionCard title={t('session.reset.title')} words={t('session.reset.words')}>
      {state === 'ready' && (
        <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
          {failure && <Notice tone="danger">{failure}</Notice>}
          <PasswordField
            {...field('password')}
            label={t('session.reset.password')}
            hint={t('session.passwordHint')}
            autoFocus
          />
          <PasswordField {...field('repeated')} label={t('session.confirmPassword')} />
          <Button type="submit" variant="primary" wide busy={busy}>
            {t('session.reset.save')}
          </Button>
        </form>
      )}
      {state === 'expired' && (
        <>
          <Notice tone="danger">{t('session.reset.expired')}</Notice>
          <FocusedLink to="/forget-password">{t('session.reset.again')}</FocusedLink>
        </>
      )}
      {state === 'done' && (
        <>
          <Notice tone="success">{t('session.reset.done')}</Notice>
          <FocusedLink to="/login">{t('common:action.signIn')}</FocusedLink>
        </>
      )}
    </SessionCard>
  )
}
