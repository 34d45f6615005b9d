import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useRef, useState, type FormEvent } from 'react'
import { activateInvitationFx } from '../../model/invitations/index.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

type InvitationFormProps = {
  /** The code that the field begins with. */
  readonly code?: string
  readonly onActivated: () => void
}

/** One field for an invitation code; the server's refusal is shown on it (spec 5). */
export function InvitationForm({ code: initialCode = '', onActivated }: InvitationFormProps) {
  const { t } = useTranslation(['app', 'errors'])
  const activate = useUnit(activateInvitationFx)
  const [code, setCode] = useState(initialCode)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: activate,
    onSuccess: onActivated,
    onError: () => input.current?.select(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !isPending) mutate(code.trim())
  }
  return (
    <form className="ui-stack" noValidate onSubmit={submit}>
      <TextField
        ref={input}
        name="invitation"
        label={t('session.invitation')}
        value={code}
        error={error ? errorMessage(error, t) : undefined}
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          reset()
        }}
      />
      <Button type="submit" variant="primary" wide busy={isPending} disabled={code.trim() === ''}>
        {t('invitation.activate')}
      </Button>
    </form>
  )
}
