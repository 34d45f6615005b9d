import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { accountCalls } from '../../model/account/account-calls.ts'
import { asApiError } from '../../model/api-errors.ts'
import { $services } from '../../model/services.ts'
import { whoamiRequested } from '../../model/session/index.ts'
import { Button, Notice, PasswordField, useTranslation } from '../../ui/index.ts'
import { passwordProblem } from './check-account.ts'
import { FocusedLink, WayOut } from './focused-link.tsx'
import { FailureNotice, SessionCard } from './session-card.tsx'

/** The page /reset-password, opened by the link of an e-mail: `?token=`, or `?error=` when the link no longer works. */
export function ResetPasswordPage() {
  const { t } = useTranslation(['app', 'common'])
  const { services, whoami } = useUnit({ services: $services, whoami: whoamiRequested })
  const [params] = useSearchParams()
  const token = params.get('token')
  const [form, setForm] = useState({ password: '', repeated: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof typeof form, string>>>({})
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (newPassword: string) =>
      accountCalls(services.api).resetPassword({ token: token ?? '', newPassword }),
    // All sessions have ended, this browser's too.
    onSuccess: () => whoami(),
    gcTime: 0,
  })
  const isExpired = token === null || isTokenProblem(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const password = passwordProblem(form.password, 'sign-up') ?? undefined
    const repeated = form.repeated === form.password ? undefined : 'passwordsDiffer'
    setProblems({ password, repeated })
    if (!password && !repeated && !isPending) mutate(form.password)
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
      {!isExpired && !isSuccess && (
        <form className="ui-stack account-form" noValidate onSubmit={submit}>
          <FailureNotice error={error} />
          <PasswordField
            {...field('password')}
            label={t('session.reset.password')}
            hint={t('session.passwordHint')}
            autoFocus
          />
          <PasswordField {...field('repeated')} label={t('session.confirmPassword')} />
          <Button type="submit" variant="primary" wide busy={isPending}>
            {t('session.reset.save')}
          </Button>
        </form>
      )}
      {isExpired && (
        <>
          <Notice tone="danger">{t('session.reset.expired')}</Notice>
          <FocusedLink to="/forget-password">{t('session.reset.again')}</FocusedLink>
        </>
      )}
      {isSuccess && (
        <>
          <Notice tone="success">{t('session.reset.done')}</Notice>
          <FocusedLink to="/login">{t('common:action.signIn')}</FocusedLink>
        </>
      )}
      {!isSuccess && <WayOut />}
    </SessionCard>
  )
}

/** The link of the e-mail no longer works. */
function isTokenProblem(error: unknown): boolean {
  const known = asApiError(error)
  return known?.kind === 'failed' && /token/i.test(known.message ?? '')
}
