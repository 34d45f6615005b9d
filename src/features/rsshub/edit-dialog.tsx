import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { webAddress } from '../../contract/shapes.ts'
import { rsshubSaveFx } from '../../model/rsshub/index.ts'
import { $session } from '../../model/session/index.ts'
import {
  Button,
  Dialog,
  ErrorState,
  Notice,
  PasswordField,
  SkeletonText,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import { CopyCode } from '../inboxes/index.ts'
import { useRsshubInstance } from './use-rsshub.ts'

export const editRsshubSchema = z.object({
  /** An own instance; absent: a new one. */
  id: z.string().optional(),
})
export type EditRsshubProps = z.infer<typeof editRsshubSchema>

/** Adds an instance, or changes the address and key of an own one. Its configuration says the rest. */
export function EditRsshubDialog({ id, onClose }: EditRsshubProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const query = useRsshubInstance(id)
  return (
    <Dialog
      open
      title={t(id === undefined ? 'rsshub.addTitle' : 'rsshub.editTitle')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {id === undefined ? (
        <EditForm onClose={onClose} />
      ) : query.data ? (
        <EditForm {...query.data.instance} onClose={onClose} />
      ) : query.isError ? (
        <ErrorState
          title={t('rsshub.failed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly id?: string
  readonly baseUrl?: string | undefined
  readonly accessKey?: string | null | undefined
  readonly onClose: () => void
}

function EditForm({ id, onClose, ...stored }: FormProps) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const { save, busy, session } = useUnit({
    save: rsshubSaveFx,
    busy: rsshubSaveFx.pending,
    session: $session,
  })
  const [baseUrl, setBaseUrl] = useState(stored.baseUrl ?? '')
  const [accessKey, setAccessKey] = useState(stored.accessKey ?? '')
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAddress = webAddress.safeParse(baseUrl.trim()).success
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setProblem(null)
    if (!isAddress || busy) return
    try {
      await save({ baseUrl: baseUrl.trim(), accessKey: accessKey.trim() || null, ...(id && { id }) })
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, t))
    }
  }
  return (
    <form className="rsshub-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('rsshub.address')}
        hint={t('rsshub.addressHint')}
        error={isChecked && !isAddress ? t('rsshub.addressProblem') : undefined}
        type="url"
        inputMode="url"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <PasswordField
        label={t('rsshub.key')}
        hint={t('rsshub.keyHint')}
        autoComplete="off"
        revealLabel={t('rsshub.showKey')}
        concealLabel={t('rsshub.hideKey')}
        value={accessKey}
        onChange={(event) => setAccessKey(event.currentTarget.value)}
      />
      <CopyCode
        label={t('rsshub.configuration')}
        hint={t('rsshub.configurationHint')}
        value={[
          `FOLLOW_OWNER_USER_ID=${session.user?.id ?? ''}`,
          'FOLLOW_DESCRIPTION=',
          'FOLLOW_PRICE=0',
          'FOLLOW_USER_LIMIT=',
        ].join('\n')}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <footer className="rsshub-form-actions">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t(id === undefined ? 'rsshub.add' : 'common:action.save')}
        </Button>
      </footer>
    </form>
  )
}
