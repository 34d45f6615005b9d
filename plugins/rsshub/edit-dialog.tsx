import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type ComponentType, type FormEvent } from 'react'
import { z } from '../../src/plugin-api/manifest.ts'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import {
  Button,
  Dialog,
  ErrorState,
  Icon,
  IconButton,
  Notice,
  PasswordField,
  SkeletonText,
  TextArea,
  TextField,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { editProps } from './dialog-props.ts'
import type { RsshubModel } from './model.ts'
import { useInstance } from './queries.ts'
import './rsshub.css'

const webAddress = z.url({ protocol: /^https?$/ })

type Host = Pick<ClientHost, 'reader' | 'textCopied'>
type EditProps = z.output<typeof editProps> & { readonly onClose: () => void }

/** Adds an instance, or changes the address and key of an own one. Its configuration says the rest. */
export const createEditDialog = (model: RsshubModel, host: Host): ComponentType<EditProps> =>
  function EditDialog({ id, onClose }) {
    const { t } = useTranslation('rsshub')
    const failure = useFailure('rsshub')
    const query = useInstance(model, id)
    return (
      <Dialog
        open
        title={t(id === undefined ? 'addTitle' : 'editTitle')}
        closeLabel={t('close')}
        onClose={onClose}
      >
        {id === undefined ? (
          <EditForm model={model} host={host} onClose={onClose} />
        ) : query.data ? (
          <EditForm model={model} host={host} {...query.data.instance} onClose={onClose} />
        ) : query.isError ? (
          <ErrorState
            title={t('failed')}
            description={failure(query.error)}
            actions={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
          />
        ) : (
          <SkeletonText lines={4} />
        )}
      </Dialog>
    )
  }

type FormProps = {
  readonly model: RsshubModel
  readonly host: Host
  readonly id?: string
  readonly baseUrl?: string | undefined
  readonly accessKey?: string | null | undefined
  readonly onClose: () => void
}

function EditForm({ model: { saveFx }, host: { reader, textCopied }, id, onClose, ...stored }: FormProps) {
  const { t } = useTranslation('rsshub')
  const failure = useFailure('rsshub')
  const { save, user, copy } = useUnit({
    save: saveFx,
    user: reader.$user,
    copy: textCopied,
  })
  const [baseUrl, setBaseUrl] = useState(stored.baseUrl ?? '')
  const [accessKey, setAccessKey] = useState(stored.accessKey ?? '')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: save, onSuccess: onClose })
  const isAddress = webAddress.safeParse(baseUrl.trim()).success
  const configuration = [
    `FOLLOW_OWNER_USER_ID=${user?.id ?? ''}`,
    'FOLLOW_DESCRIPTION=',
    'FOLLOW_PRICE=0',
    'FOLLOW_USER_LIMIT=',
  ].join('\n')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isAddress && !isPending)
      mutate({ baseUrl: baseUrl.trim(), accessKey: accessKey.trim() || null, ...(id && { id }) })
  }
  return (
    <form className="ui-stack rsshub-form" noValidate onSubmit={submit}>
      <TextField
        label={t('address')}
        hint={t('addressHint')}
        error={isChecked && !isAddress ? t('addressProblem') : undefined}
        type="url"
        inputMode="url"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <PasswordField
        label={t('key')}
        hint={t('keyHint')}
        autoComplete="off"
        revealLabel={t('showKey')}
        concealLabel={t('hideKey')}
        value={accessKey}
        onChange={(event) => setAccessKey(event.currentTarget.value)}
      />
      <div className="rsshub-code">
        <TextArea
          label={t('configuration')}
          hint={t('configurationHint')}
          code
          readOnly
          rows={7}
          value={configuration}
        />
        <IconButton
          size="small"
          label={t('copy', { name: t('configuration') })}
          icon={<Icon name="copy" />}
          onClick={() => copy(configuration)}
        />
      </div>
      {error && <Notice tone="danger">{failure(error)}</Notice>}
      <footer className="rsshub-form-actions">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {t(id === undefined ? 'add' : 'save')}
        </Button>
      </footer>
    </form>
  )
}
