import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { Button, Notice, TextField, useTranslation } from '../../../ui/index.ts'
import { filledLinks, linkProblems, socialNetworks } from './check-profile.ts'
import { useProfileSave } from './use-profile-save.ts'

/** Where others find the user: a part of the public profile. */
export function LinksForm({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'common'])
  const [links, setLinks] = useState(user.socialLinks ?? {})
  const { busy, notice, save } = useProfileSave(user)
  const problems = linkProblems(links)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problems.length === 0) void save({ socialLinks: filledLinks(links) })
  }
  return (
    <form className="settings-form" onSubmit={submit}>
      <p className="ui-field-hint">{t('account.links.words')}</p>
      {socialNetworks.map((network) => (
        <TextField
          key={network}
          label={t(`account.links.${network}`)}
          error={problems.includes(network) ? t('account.error.socialLink') : undefined}
          maxLength={256}
          autoCapitalize="off"
          spellCheck={false}
          value={links[network] ?? ''}
          onChange={(event) => setLinks({ ...links, [network]: event.currentTarget.value })}
        />
      ))}
      {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
      <div className="settings-form-actions">
        <Button type="submit" variant="primary" busy={busy} disabled={problems.length > 0}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  )
}
