import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { $online } from '../../model/network/index.ts'
import { signInFx, signUpFx } from '../../model/account/index.ts'
import { Button, Notice, OfflineIcon, PasswordField, TextField, useTranslation } from '../../ui/index.ts'
import {
  accountProblems,
  emptyAccount,
  type AccountField,
  type AccountForm as Form,
  type AccountProblems,
} from './check-account.ts'
import { CodeForm } from './code-form.tsx'
import { useCaptcha } from './use-captcha.tsx'
import { isUnconfirmed, sessionFailure } from './session-failure.ts'

export type AccountFormProps = {
  readonly mode: 'sign-in' | 'sign-up'
  /** Signing up needs an invitation's code. */
  readonly invited?: boolean
  /** The code that the field begins with. */
  readonly invitation?: string
  /** Called after sign-in. */
  readonly onDone?: () => void
  /** Other ways, below the form: not while a code is asked for. */
  readonly children?: ReactNode
}

const order: readonly AccountField[] = ['invitation', 'name', 'email', 'password', 'repeated']

/** E-mail and password, and when signing up a name and the password once more. */
export function AccountForm({
  mode,
  invited = false,
  invitation: initialCode = '',
  onDone,
  children,
}: AccountFormProps) {
  const { t } = useTranslation(['app', 'common'])
  const { signIn, signUp, online } = useUnit({ signIn: signInFx, signUp: signUpFx, online: $online })
  const [form, setForm] = useState<Form>({ ...emptyAccount, invitation: initialCode })
  const [problems, setProblems] = useState<AccountProblems>({})
  const element = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const { mutate, isPending, data, error, variables, reset } = useMutation({
    mutationFn: ({ name, email, password, invitation }: Form) =>
      mode === 'sign-in'
        ? signIn({ email: email.trim(), password, captcha: captcha.token })
        : signUp({
            email: email.trim(),
            password,
            name: name.trim(),
            ...(invited && { invitationCode: invitation.trim() }),
            captcha: captcha.token,
          }),
    onSuccess: (result) => {
      if (result !== 'code-required' && result !== 'address-unconfirmed') onDone?.()
    },
    onError: (refusal) => {
      if (isUnconfirmed(refusal)) return
      // Each token works once.
      captcha.reset()
      focusField(element.current, invited ? 'invitation' : 'password')
    },
    gcTime: 0,
  })

  if (data === 'code-required') return <CodeForm onDone={onDone} onBack={reset} />
  if (data === 'address-unconfirmed' || isUnconfirmed(error))
    return <Notice tone="success">{t('session.confirmAddress', { email: variables?.email.trim() })}</Notice>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const foundProblems = accountProblems(form, mode, invited)
    setProblems(foundProblems)
    const first = order.find((field) => foundProblems[field])
    reset()
    if (first) focusField(element.current, first)
    else if (captcha.isSolved() && !isPending) mutate(form)
  }
  const failure = error && sessionFailure(error)
  const failureText = failure && t(`session.error.${failure.key}`, { reason: failure.reason })
  const hasField = failure?.field === 'invitation' && invited
  const field = (name: AccountField) => ({
    name,
    value: form[name],
    required: true,
    error:
      (problems[name] && t(`session.error.${problems[name]}`)) ??
      (hasField && name === failure.field ? (failureText ?? undefined) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => {
      setForm({ ...form, [name]: event.currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
      if (name === failure?.field) reset()
    },
  })
  const reveal = { revealLabel: t('session.showPassword'), concealLabel: t('session.hidePassword') }
  return (
    <>
      <form ref={element} className="ui-stack account-form" noValidate onSubmit={submit}>
        {!online && <Notice icon={<OfflineIcon />}>{t('session.offline')}</Notice>}
        {failureText && !hasField && <Notice tone="danger">{failureText}</Notice>}
        {invited && (
          <TextField
            {...field('invitation')}
            label={t('session.invitation')}
            autoComplete="off"
            spellCheck={false}
            autoFocus
          />
        )}
        {mode === 'sign-up' && (
          <TextField
            {...field('name')}
            label={t('session.name')}
            hint={t('session.nameHint')}
            autoComplete="name"
            maxLength={50}
            autoFocus={!invited}
          />
        )}
        <TextField
          {...field('email')}
          label={t('session.email')}
          type="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={mode === 'sign-in'}
        />
        <PasswordField
          {...field('password')}
          {...reveal}
          label={t('session.password')}
          hint={mode === 'sign-up' && !problems.password ? t('session.passwordHint') : undefined}
          autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
        />
        {mode === 'sign-up' && (
          <PasswordField
            {...field('repeated')}
            {...reveal}
            label={t('session.confirmPassword')}
            autoComplete="new-password"
          />
        )}
        {captcha.field}
        <Button type="submit" variant="primary" wide busy={isPending}>
          {mode === 'sign-in' ? t('common:action.signIn') : t('session.createAccount')}
        </Button>
      </form>
      {children}
    </>
  )
}

function focusField(form: HTMLFormElement | null, name: AccountField): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
}
