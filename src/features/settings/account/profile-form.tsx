import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { storeUserFx, userEdited } from '../../../model/account/index.ts'
import { $services } from '../../../model/services.ts'
import { Button, Notice, TextArea, TextField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../error-message/index.ts'
import { AvatarField } from './avatar-field.tsx'
import {
  filledLinks,
  profileProblems,
  socialNetworks,
  type ProfileField,
  type ProfileForm as Form,
} from './check-profile.ts'

/** The user's public profile. */
export function ProfileForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const { services, edited, store } = useUnit({ services: $services, edited: userEdited, store: storeUserFx })
  const [form, setForm] = useState<Form>({
    name: user.name,
    handle: user.handle ?? '',
    image: user.image ?? '',
    bio: user.bio ?? '',
    website: user.website ?? '',
    socialLinks: user.socialLinks ?? {},
  })
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const problems = profileProblems(form)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(problems).length > 0) return
    const next = {
      ...form,
      handle: form.handle || null,
      image: form.image || null,
      socialLinks: filledLinks(form.socialLinks),
    }
    setBusy(true)
    // Optimistic; rolled back when the server rejects it (spec 4).
    edited(next)
    try {
      await services.api.auth.updateUser(next)
      await store()
      setNotice({ tone: 'success', text: t('account.saved') })
    } catch (failure) {
      edited(user)
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
      <AvatarField
        src={form.image}
        name={user.name}
        onChange={(image) => setForm((current) => ({ ...current, image }))}
      />
      <TextField {...field('name')} maxLength={50} autoComplete="name" />
      <TextField {...field('handle')} maxLength={32} autoCapitalize="off" spellCheck={false} />
      <TextArea {...field('bio')} maxLength={256} />
      <TextField {...field('website')} type="url" inputMode="url" maxLength={64} />
      <fieldset className="settings-links">
        <legend>{t('account.links.label')}</legend>
        <p className="ui-field-hint">{t('account.links.words')}</p>
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            label={t(`account.links.${network}`)}
            error={problems[network] && t(`account.error.${problems[network]}`)}
            maxLength={256}
            autoCapitalize="off"
            spellCheck={false}
            value={form.socialLinks[network] ?? ''}
            onChange={(event) =>
              setForm({ ...form, socialLinks: { ...form.socialLinks, [network]: event.currentTarget.value } })
            }
          />
        ))}
      </fieldset>
      {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      <div className="settings-form-actions">
        <Button type="submit" variant="primary" busy={busy} disabled={Object.keys(problems).length > 0}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  )
}
