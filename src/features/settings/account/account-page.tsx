import { useUnit } from 'effector-react'
import { Link } from 'react-router'
import { dialogOpened } from '../../../model/layout/index.ts'
import { $session } from '../../../model/session/index.ts'
import { AccountIcon, Button, EmptyState, useTranslation } from '../../../ui/index.ts'
import { SettingRow, Section } from '../controls/index.ts'
import { LinkedAccounts, useHasProviders } from './linked-accounts.tsx'
import { OtherReaders } from './other-readers.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'

/** The account: profile, password, sessions and app passwords. */
export function AccountPage() {
  const { t } = useTranslation(['settings', 'common'])
  const { session, opened } = useUnit({ session: $session, opened: dialogOpened })
  const hasProviders = useHasProviders()
  if (!session.user)
    return (
      <EmptyState
        icon={<AccountIcon />}
        title={t('account.signedOut')}
        description={t('account.signedOutWords')}
        actions={
          <Link className="ui-button" data-variant="primary" to="/login">
            {t('common:action.signIn')}
          </Link>
        }
      />
    )
  return (
    <>
      <Section title={t('account.profile')}>
        <ProfileForm key={session.user.id} user={session.user} />
      </Section>
      <Section title={t('account.password')}>
        <PasswordForm />
      </Section>
      {hasProviders && (
        <Section title={t('account.linked.title')}>
          <LinkedAccounts />
        </Section>
      )}
      <Section title={t('account.sessions')}>
        <Sessions />
      </Section>
      <Section title={t('account.readers.title')}>
        <OtherReaders />
      </Section>
      <Section>
        <SettingRow label={t('account.signOut.label')} hint={t('account.signOut.words')}>
          <Button onClick={() => opened({ id: 'sign-out' })}>{t('common:action.signOut')}</Button>
        </SettingRow>
      </Section>
    </>
  )
}
