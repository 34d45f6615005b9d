import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { SessionUser } from '../../../contract/session.ts'
import { accountCalls } from '../../../model/account/account-calls.ts'
import { storeUserFx, userEdited } from '../../../model/account/index.ts'
import { $services } from '../../../model/services.ts'
import { Button, Notice, TextField, useTranslation } from '../../../ui/index.ts'
import { errorMessage } from '../../shared/error-message/index.ts'
import { isEmail, useConfigs, verifyAddress } from '../../session/index.ts'
import { SettingRow } from '../controls/index.ts'
import { useProof } from './use-proof.tsx'

type Status = { readonly tone: 'success' | 'danger'; readonly text: string }

/** The e-mail address: whether it is verified, and its change. */
export function EmailAddress({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation(['settings', 'app', 'errors'])
  const { services, edited, store } = useUnit({ services: $services, edited: userEdited, store: storeUserFx })
  const account = accountCalls(services.api)
  const canSend = useConfigs()?.MAIL_ENABLED === true
  const { prove, dialog } = useProof()
  const [next, setNext] = useState('')
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState<Status | null>(null)
  const email = next.trim()
  // Without a mail server a verified address cannot be changed: nobody could confirm the new one.
  const isFixed = user.emailVerified && !canSend
  const failed = (error: unknown) => setStatus({ tone: 'danger', text: errorMessage(error, t) })
  const resend = async () => {
    setBusy(true)
    await account
      .sendVerification({ email: user.email, callbackURL: verifyAddress() })
      .then(
        () => setStatus({ tone: 'success', text: t('account.address.sent', { email: user.email }) }),
        failed,
      )
    setBusy(false)
  }
  const change = async (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email) || busy) return
    setBusy(true)
    setStatus(null)
    await prove(async (proof) => {
      await account.changeEmail({ newEmail: email, callbackURL: verifyAddress(email), ...proof })
      const now = (await services.api.session.get({}))?.user
      if (now) {
        edited(now)
        await store()
      }
      const isChanged = now?.email === email.toLowerCase()
      setNext('')
      setStatus({
        tone: 'success',
        text: isChanged
          ? t('account.address.changed', { email })
          : t('account.address.confirm', { email: user.email, next: email }),
      })
    }).catch(failed)
    setBusy(false)
  }
  return (
    <>
      <SettingRow label={user.email} hint={t(user.emailVerified ? 'account.verified' : 'account.unverified')}>
        {!user.emailVerified && canSend && (
          <Button busy={busy} onClick={() => void resend()}>
            {t('account.address.resend')}
          </Button>
        )}
      </SettingRow>
      {dialog}
      <form className="settings-form" noValidate onSubmit={(event) => void change(event)}>
        <TextField
          label={t('account.address.next')}
          hint={isFixed ? t('account.address.noMail') : undefined}
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          disabled={isFixed}
          value={next}
          error={left && email !== '' && !isEmail(email) ? t('app:session.error.email') : undefined}
          onBlur={() => setLeft(true)}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {status && <Notice tone={status.tone}>{status.text}</Notice>}
        <div className="settings-form-actions">
          <Button type="submit" busy={busy} disabled={!isEmail(email) || email === user.email}>
            {t('account.address.change')}
          </Button>
        </div>
      </form>
    </>
  )
}
