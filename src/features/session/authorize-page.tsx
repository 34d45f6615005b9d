import { useUnit } from 'effector-react'
import { useSearchParams } from 'react-router'
import { $session } from '../../model/session/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { SessionCard, SignInWays } from './index.ts'
import { requestOf } from './authorization-request.ts'
import { GrantForm } from './grant-form.tsx'
import './authorize.css'

/** The page /authorize, which a program opens in the browser to be let in (contract/authorizations.ts). */
export default function AuthorizePage() {
  const { t } = useTranslation('app')
  const { user } = useUnit($session)
  const [params] = useSearchParams()
  if (user) return <GrantForm request={requestOf(params)} />
  return (
    <SessionCard title={t('authorize.title')} words={t('authorize.signIn')}>
      <SignInWays returnTo={`/authorize?${params}`} />
    </SessionCard>
  )
}
