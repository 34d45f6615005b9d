import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { dialogOpened } from '../../../model/layout/index.ts'
import { $role, $session, isSessionKnown } from '../../../model/session/index.ts'
import {
  AccountIcon,
  Button,
  EmptyState,
  Notice,
  SkeletonText,
  TextField,
  useTranslation,
} from '../../../ui/index.ts'
import { SignInButton } from '../../shared/command-presentation/index.ts'
import { useConfigs } from '../../session/index.ts'
import { TrialLimit } from '../../invitations/index.ts'
import { SettingRow, Section } from '../controls/index.ts'
import { DeleteAccount } from './delete-account.tsx'
import { EmailAddress } from './email-address.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { AppUses } from './app-uses.tsx'
import { OtherReaders } from './other-readers.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { useSignInMethods } from './use-sign-in-methods.ts'
import type { SessionUser } from '../../../contract/session.ts'
import { filledLinks, linkProblems, socialNetworks } from './check-profile.ts'
import { useProfileSave } from './use-profile-save.ts'

/** The account: profile, address, ways to sign in, sessions, app passwords and deletion. */
export function AccountPage() {
  const { t } = useTranslation(['settings', 'common'])
  const { session, role, opened } = useUnit({ session: $session, role: $role, opened: dialogOpened })
  const methods = useSignInMethods()
  const configs = useConfigs()
  const { user } = session
  if (!isSessionKnown(session)) return <SkeletonText lines={6} />
  if (!user)
    return (
      <EmptyState
        icon={<AccountIcon />}
        title={t('account.signedOut')}
        description={t('account.signedOutWords')}
        actions={<SignInButton />}
      />
    )
  const { linked = [], providers = [] } = methods.data ?? {}
  const isLocalClosed = configs?.LOCAL_SIGNIN === false
  // Assumed until the server has responded, as most accounts have one.
  const hasPassword = !methods.data || linked.some(({ provider }) => provider === 'credential')
  return (
    <>
      {role === 'trial' && (
        <Section title={t('account.trial')} name="trial">
          <TrialLimit of="feeds" />
          <TrialLimit of="lists" />
        </Section>
      )}
      <Section title={t('account.profile')} name="profile">
        <ProfileForm key={user.id} user={user} />
      </Section>
      <Section title={t('account.email.label')} name="email">
        <EmailAddress user={user} />
      </Section>
      <Section title={t('account.password')} name="password">
        {hasPassword ? (
          <PasswordForm />
        ) : isLocalClosed ? (
          <p className="ui-field-hint">{t('account.localClosed')}</p>
        ) : (
          <SetPasswordForm onDone={() => void methods.refetch()} />
        )}
      </Section>
      <Section title={t('account.secondFactor.title')} name="secondFactor">
        <SecondFactor user={user} hasPassword={hasPassword} />
      </Section>
      <Section title={t('account.passkeys.title')} name="passkeys">
        {isLocalClosed ? <p className="ui-field-hint">{t('account.localClosed')}</p> : <Passkeys />}
      </Section>
      {providers.some(({ id }) => id !== 'credential') && (
        <Section title={t('account.linked.title')} name="linked">
          <LinkedAccounts />
        </Section>
      )}
      <Section title={t('account.sessions')} name="sessions">
        <Sessions />
      </Section>
      <Section title={t('account.readers.title')} name="appPasswords">
        {configs?.APP_PASSWORDS === false ? (
          <p className="ui-field-hint">{t('account.readers.closed')}</p>
        ) : (
          <OtherReaders />
        )}
      </Section>
      <Section title={t('account.uses.title')} name="appUses">
        <AppUses />
      </Section>
      <Section title={t('account.links.label')} name="links">
        <LinksForm key={user.id} user={user} />
      </Section>
      <Section>
        <SettingRow label={t('account.signOut.label')} hint={t('account.signOut.words')}>
          <Button onClick={() => opened({ id: 'sign-out' })}>{t('common:action.signOut')}</Button>
        </SettingRow>
      </Section>
      <Section title={t('account.delete.section')} name="delete">
        <DeleteAccount user={user} />
      </Section>
    </>
  )
}

/** Where others find the user: a part of the public profile. */
function LinksForm({ user }: { readonly user: SessionUser }) {
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
