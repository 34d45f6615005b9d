import { useUnit } from 'effector-react'
import { Navigate } from 'react-router'
import { toBrowserPath } from '../../core/base-path.ts'
import { accountCalls } from '../../model/account/account-calls.ts'
import { $services } from '../../model/services.ts'
import { Notice, useTranslation } from '../../ui/index.ts'
import { EmailForm } from './email-form.tsx'
import { WayOut } from './focused-link.tsx'
import { SessionCard } from './session-card.tsx'
import { useConfigs } from './use-configs.ts'

/** The page /forget-password: requests the e-mail whose link opens /reset-password. */
export function ForgetPasswordPage() {
  const { t } = useTranslation('app')
  const account = accountCalls(useUnit($services).api)
  const configs = useConfigs()
  if (configs?.LOCAL_SIGNIN === false) return <Navigate to="/login" replace />
  return (
    <SessionCard title={t('session.forgot.title')} words={t('session.forgot.words')}>
      {configs?.MAIL_ENABLED === false ? (
        <Notice tone="warning">{t('session.forgot.noMail')}</Notice>
      ) : (
        <EmailForm
          submitLabel={t('session.forgot.send')}
          sentMessage={(email) => t('session.forgot.sent', { email })}
          needsCaptcha
          send={(email, captcha) =>
            account.requestPasswordReset({ email, redirectTo: toBrowserPath('/reset-password') }, { captcha })
          }
        />
      )}
      <WayOut />
    </SessionCard>
  )
}
