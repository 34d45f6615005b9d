import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { Button, Notice, TextArea, TextField, useTranslation } from '../../../ui/index.ts'
import { AvatarField } from './avatar-field.tsx'
import { profileProblems, type ProfileField, type ProfileForm as Form } from './check-profile.ts'
import { useProfileSave } from './use-profile-save.ts'

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
