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
  const { activate, busy } = useUnit({ activate: activateInvitationFx, busy: activateInvitationFx.pending })
  const [code, setCode] = useState(initialCode)
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    try {
      await activate(code.trim())
      onActivated()
    } catch (error) {
      setFailure(errorMessage(error, t))
      input.current?.select()
    }
  }
  return (
    <form className="invitation-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        ref={input}
        name="invitation"
        label={t('session.invitation')}
        value={code}
        error={failure}
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setFailure(undefined)
        }}
      />
      <Button type="submit" variant="primary" wide busy={busy} disabled={code.trim() === ''}>
        {t('invitation.activate')}
      </Button>
    </form>
  )
}
