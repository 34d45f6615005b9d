import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $services } from '../../../model/services.ts'
import { Avatar, Button, FileButton, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'

/** Bytes; the server refuses larger files. */
const MAX_SIZE = 2 * 1_048_576

type AvatarFieldProps = {
  readonly src: string
  readonly name: string
  /** An address on this server, or an empty text without a picture. */
  readonly onChange: (src: string) => void
}

/** The user's picture: uploads a file, or removes it. The profile's form saves its address. */
export function AvatarField({ src, name, onChange }: AvatarFieldProps) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const { api } = useUnit($services)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const upload = async (file: File) => {
    setFailure(null)
    if (file.size > MAX_SIZE) return setFailure(t('account.avatar.tooLarge'))
    setBusy(true)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      onChange((await api.upload.avatar({ file: bytes })).url)
    } catch (error) {
      setFailure(errorMessage(error, t))
    }
    setBusy(false)
  }
  return (
    <div className="settings-avatar">
      <Avatar src={src} name={name} shape="person" size="large" />
      <div>
        <div className="settings-row-actions">
          <FileButton
            size="small"
            busy={busy}
            accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
            onFile={(file) => void upload(file)}
          >
            {t('account.avatar.upload')}
          </FileButton>
          {src !== '' && (
            <Button size="small" variant="quiet" onClick={() => onChange('')}>
              {t('common:action.remove')}
            </Button>
          )}
        </div>
        <p className="ui-field-hint">{t('account.avatar.words')}</p>
        {failure && (
          <p className="ui-field-error" role="alert">
            {failure}
          </p>
        )}
      </div>
    </div>
  )
}
