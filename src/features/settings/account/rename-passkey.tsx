import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { accountCalls, type Passkey } from '../../../model/account/account-calls.ts'
import { $services } from '../../../model/services.ts'
import { Button, Dialog, TextField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'

type RenamePasskeyProps = {
  readonly passkey: Passkey
  readonly onRenamed: () => void
  readonly onClose: () => void
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const account = accountCalls(useUnit($services).api)
  const [name, setName] = useState(passkey.name ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await account.renamePasskey({ id: passkey.id, name: name.trim() })
      onRenamed()
      onClose()
    } catch (error) {
      setFailure(errorMessage(error, t))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('account.passkeys.rename')}
      closeLabel={t('common:action.cancel')}
      onClose={onClose}
    >
      <form className="account-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={t('account.passkeys.name')}
          maxLength={50}
          autoFocus
          value={name}
          error={failure}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" wide busy={busy} disabled={name.trim() === ''}>
          {t('common:action.save')}
        </Button>
      </form>
    </Dialog>
  )
}
