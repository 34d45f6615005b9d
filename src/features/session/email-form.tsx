import { useState, type FormEvent } from 'react'
import { Button, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { isEmail } from './check-account.ts'
import { sessionFailure } from './session-failure.ts'
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
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const captcha = useCaptcha()
  if (sentTo !== null) return <Notice tone="success">{sentMessage(sentTo)}</Notice>
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (!isEmail(address)) return setProblem(address === '' ? 'emailMissing' : 'email')
    if (busy || (needsCaptcha && !captcha.isSolved())) return
    setBusy(true)
    setFailure(null)
    try {
      await send(address, captcha.token)
      setSentTo(address)
    } catch (error) {
      captcha.reset()
      const { key, reason } = sessionFailure(error)
      setFailure(key === 'other' ? reason || t('session.error.other', { reason }) : t(`session.error.${key}`))
    }
    setBusy(false)
  }
  return (
    <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
      {failure && <Notice tone="danger">{failure}</Notice>}
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
      <Button type="submit" variant="primary" wide busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
