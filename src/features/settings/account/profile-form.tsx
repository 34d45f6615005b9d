import { useState, type FormEvent } from 'react'
import { useUnit } from 'effector-react'
import type { SessionUser } from '../../../contract/session.ts'
import { Button, Notice, TextArea, TextField, useTranslation, Avatar, FileButton } from '../../../ui/index.ts'
import { profileProblems, type ProfileField, type ProfileForm as Form } from './check-profile.ts'
import { useProfileSave } from './use-profile-save.ts'
import { $services } from '../../../model/services.ts'
import { errorMessage } from '../../shared/error-message/index.ts'

/** Fields whose label does not say it all. */
const hinted: ReadonlySet<ProfileField> = new Set(['name', 'handle'])

/** The user's public profile, apart from where others find them. */
export function ProfileForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'common'])
  const [form, setForm] = useState<Form>({
    name: user.name,
    handle: user.handle ?? '',
    image: user.image ?? '',
    bio: user.bio ?? '',
    website: user.website ?? '',
  })
  const { busy, notice, save } = useProfileSave(user)
  const problems = profileProblems(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(problems).length > 0) return
    void save({ ...form, handle: form.handle || null, image: form.image || null })
  }
  const field = (name: ProfileField) => ({
    label: t(`account.${name}.label`),
    hint: hinted.has(name) ? t(`account.${name}.words`) : undefined,
    error: problems[name] && t(`account.error.${problems[name]}`),
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  })
  return (
    <form className="settings-form" onSubmit={submit}>
      <AvatarField
        src={form.image}
        name={user.name}
        onChange={(image) => setForm((current) => ({ ...current, image }))}
      />
      <TextField {...field('name')} maxLength={50} autoComplete="name" />
      <TextField {...field('handle')} maxLength={32} autoCapitalize="off" spellCheck={false} />
      <TextArea {...field('bio')} maxLength={256} />
      <TextField {...field('website')} type="url" inputMode="url" maxLength={64} />
      {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      <div className="settings-form-actions">
        <Button type="submit" variant="primary" busy={busy} disabled={Object.keys(problems).length > 0}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  )
}

/** Bytes; the server refuses larger files. */
const MAX_SIZE = 2 * 1_048_576

type AvatarFieldProps = {
  readonly src: string
  readonly name: string
  /** An address on this server, or an empty text without a picture. */
  readonly onChange: (src: string) => void
}

/** The user's picture: uploads a file, or removes it. The profile's form saves its address. */
function AvatarField({ src, name, onChange }: AvatarFieldProps) {
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
        <div className="ui-buttons">
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
