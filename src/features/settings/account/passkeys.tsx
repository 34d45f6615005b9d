import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { accountCalls, type Passkey } from '../../../model/account/account-calls.ts'
import { refetchChanged } from '../../../model/refetch-changed.ts'
import { $services } from '../../../model/services.ts'
import { Button, Notice, SkeletonText, TextField, useTranslation, Dialog } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../shared/error-message/index.ts'
import { createPasskey, hasPasskeys, passkeyFailure } from '../../session/index.ts'
import { deviceName } from './device-name.ts'
import { Row } from './row.tsx'
import { useDay } from './use-day.ts'
import { useProof } from './use-proof.tsx'

const PASSKEYS_KEY = ['session', 'passkeys']

/** The passkeys that sign the user in without a password: add, rename and remove. */
export function Passkeys() {
  const { t } = useTranslation(['settings', 'app', 'errors', 'common'])
  const day = useDay()
  const account = accountCalls(useUnit($services).api)
  const { prove, dialog } = useProof()
  const [name, setName] = useState(deviceName(navigator.userAgent) ?? '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const client = useQueryClient()
  const list = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: account.passkeys,
    staleTime: 0,
    retry: false,
  })
  const failed = (error: unknown) => {
    const key = passkeyFailure(error)
    setFailure(key ? t(`app:session.passkey.${key}`) : errorMessage(error, t))
  }
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || busy) return
    setBusy(true)
    setFailure(null)
    try {
      const response = await createPasskey(await account.passkeyCreationOptions())
      await prove(async (proof) => {
        await account.addPasskey({ name: name.trim(), response, ...proof })
        void refetchChanged(client, PASSKEYS_KEY)
      })
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  const remove = (id: string) =>
    prove(async (proof) => {
      await account.deletePasskey({ id, ...proof })
      void list.refetch()
    }).catch(failed)
  return (
    <>
      <p className="ui-field-hint">{t('account.passkeys.words')}</p>
      {list.isPending && <SkeletonText lines={2} />}
      {list.isError && (
        <RetryNotice onRetry={() => list.refetch()}>
          {t('account.passkeys.failed', { reason: errorMessage(list.error, t) })}
        </RetryNotice>
      )}
      <ul className="settings-rows">
        {list.data?.map((passkey) => (
          <Row
            key={passkey.id}
            title={passkey.name ?? t('account.passkeys.unnamed')}
            detail={passkey.createdAt ? t('account.since', { when: day(passkey.createdAt) }) : ''}
          >
            <span className="ui-buttons">
              <Button size="small" onClick={() => setRenamed(passkey)}>
                {t('common:action.rename')}
              </Button>
              <Button size="small" onClick={() => void remove(passkey.id)}>
                {t('common:action.remove')}
              </Button>
            </span>
          </Row>
        ))}
      </ul>
      {dialog}
      {renamed && (
        <RenamePasskey
          passkey={renamed}
          onRenamed={() => void list.refetch()}
          onClose={() => setRenamed(null)}
        />
      )}
      {hasPasskeys() ? (
        <form className="settings-form" onSubmit={(event) => void add(event)}>
          <TextField
            label={t('account.passkeys.name')}
            hint={t('account.passkeys.nameWords')}
            maxLength={50}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure && <Notice tone="danger">{failure}</Notice>}
          <div className="settings-form-actions">
            <Button type="submit" busy={busy} disabled={name.trim() === ''}>
              {t('account.passkeys.add')}
            </Button>
          </div>
        </form>
      ) : (
        <Notice>{t('app:session.passkey.unsupported')}</Notice>
      )}
    </>
  )
}

type RenamePasskeyProps = {
  readonly passkey: Passkey
  readonly onRenamed: () => void
  readonly onClose: () => void
}

/** Gives a passkey another name. */
function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
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
      <form className="ui-stack account-form" noValidate onSubmit={(event) => void save(event)}>
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
