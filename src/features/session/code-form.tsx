import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent } from 'react'
import { verifyCodeFx, type SecondFactor } from '../../model/account/index.ts'
import { Button, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { codeFailure } from './session-failure.ts'

export type CodeFormProps = {
  /** Called once the user is signed in. */
  readonly onDone?: (() => void) | undefined
  /** Back to e-mail and password, where a sign-in that has expired begins again. */
  readonly onBack: () => void
}

/** The second factor of a sign-in: a code of the authenticator app, or a backup code. */
export function CodeForm({ onDone, onBack }: CodeFormProps) {
  const { t } = useTranslation(['app', 'common'])
  const verify = useUnit(verifyCodeFx)
  const [kind, setKind] = useState<SecondFactor['kind']>('totp')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: verify,
    onSuccess: onDone,
    onError: () => input.current?.select(),
    gcTime: 0,
  })
  const failure = error && codeFailure(error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset()
    setMissing(code.trim() === '')
    if (code.trim() === '') return input.current?.focus()
    if (!isPending) mutate({ kind, code })
  }
  const choose = (next: SecondFactor['kind']) => {
    setKind(next)
    setCode('')
    setMissing(false)
    reset()
    input.current?.focus()
  }
  return (
    <form className="ui-stack account-form" noValidate onSubmit={submit}>
      <p className="session-words">{t(`session.code.${kind}Words`)}</p>
      {failure && (
        <Notice tone="danger">{t(`session.error.${failure.key}`, { reason: failure.reason })}</Notice>
      )}
      <TextField
        ref={input}
        name="code"
        label={t(`session.code.${kind}`)}
        value={code}
        required
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        error={missing ? t('session.error.codeMissing') : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" variant="primary" wide busy={isPending}>
        {t('common:action.signIn')}
      </Button>
      <Button variant="quiet" size="small" onClick={() => choose(kind === 'totp' ? 'backup' : 'totp')}>
        {t(kind === 'totp' ? 'session.code.useBackup' : 'session.code.useTotp')}
      </Button>
      <Button variant="quiet" size="small" onClick={onBack}>
        {t('session.code.back')}
      </Button>
    </form>
  )
}
