import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Button, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { isEmail } from './check-account.ts'
import { FailureNotice } from './session-card.tsx'
import { useCaptcha } from './use-captcha.tsx'

type EmailFormProps = {
  readonly submitLabel: string
  /** Shown instead of the form once an e-mail was requested. */
  readonly sentMessage: (email: string) => string
  /** @param captcha the token of a solved captcha, where the call needs one */
  readonly send: (email: string, captcha?: string) => Promise<unknown>
  readonly needsCaptcha?: boolean
}

/** Asks for an address to send an e-mail to. The server does not reveal whether it has an account. */
export function EmailForm({ submitLabel, sentMessage, send, needsCaptcha = false }: EmailFormProps) {
  const { t } = useTranslation('app')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const captcha = useCaptcha()
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: (address: string) => send(address, captcha.token),
    onError: () => captcha.reset(),
  })
  if (isSuccess) return <Notice tone="success">{sentMessage(variables)}</Notice>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (!isEmail(address)) return setProblem(address === '' ? 'emailMissing' : 'email')
    if (!isPending && (!needsCaptcha || captcha.isSolved())) mutate(address)
  }
  return (
    <form className="ui-stack account-form" noValidate onSubmit={submit}>
      <FailureNotice error={error} />
      <TextField
        label={t('session.email')}
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        value={email}
        error={problem && t(`session.error.${problem}`)}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      {needsCaptcha && captcha.field}
      <Button type="submit" variant="primary" wide busy={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
