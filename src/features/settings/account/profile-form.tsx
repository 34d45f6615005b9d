import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { sessionChanged } from '../../../model/session/index.ts'
import { $services } from '../../../model/services.ts'
import { Avatar, Button, Notice, TextArea, TextField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../error-message/index.ts'
import { profileProblems, type ProfileField, type ProfileForm as Form } from './check-profile.ts'

/** The user's public profile. */
export function ProfileForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const { services, changed } = useUnit({ services: $services, changed: sessionChanged })
  const [form, setForm] = useState<Form>({
    name: user.name,
    handle: user.handle ?? '',
    image: user.image ?? '',
    bio: user.bio ?? '',
    website: user.website ?? '',
  })
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const problems = profileProblems(form)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(problems).length > 0) return
    const next = { ...form, handle: form.handle || null, image: form.image || null }
    setBusy(true)
    // Optimistic; rolled back when the server rejects it (spec 4).
    changed({ status: 'authenticated', user: { ...user, ...next } })
    try {
      await services.api.auth.updateUser(next)
      setNotice({ tone: 'success', text: t('account.saved') })
    } catch (failure) {
      changed({ status: 'authenticated', user })
      setNotice({ tone: 'danger', text: t('account.error.save', { reason: errorMessage(failure, t) }) })
    }
    setBusy(false)
  }
  const field = (name: ProfileField) => ({
    label: t(`account.${name}.label`),
    hint: t(`account.${name}.words`),
    error: problems[name] && t(`account.error.${problems[name]}`),
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  })
  return (
    <form className="settings-form" onSubmit={(event) => void save(event)}>
      <div className="settings-person">
        <Avatar src={user.image} name={user.name} shape="person" size="large" />
        <span>
          <strong>{user.name}</strong>
          <span className="ui-field-hint">
            {user.email} · {t(user.emailVerified ? 'account.verified' : 'account.unverified')}
          </span>
        </span>
      </div>
      <TextField {...field('name')} maxLength={50} autoComplete="name" />
      <TextField {...field('handle')} maxLength={32} autoCapitalize="off" spellCheck={false} />
      <TextField {...field('image')} type="url" inputMode="url" />
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
