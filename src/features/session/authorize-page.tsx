import './authorize.css'
import { useUnit } from 'effector-react'
import { useSearchParams } from 'react-router'
import { $session, isSessionKnown } from '../../model/session/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { SessionCard, SignInWays } from './index.ts'
import type { Input } from '../../contract/calls.ts'
import { GrantForm } from './grant-form.tsx'

/** The page /authorize, which a program opens in the browser to be let in (contract/authorizations.ts). */
export default function AuthorizePage() {
  const { t } = useTranslation('app')
  const session = useUnit($session)
  const [params] = useSearchParams()
  if (!isSessionKnown(session)) return null
  if (session.user) return <GrantForm request={requestOf(params)} />
  return (
    <SessionCard title={t('authorize.title')} words={t('authorize.signIn')}>
      <SignInWays returnTo={`/authorize?${params}`} />
    </SessionCard>
  )
}

type Requested = Input<'authorizations.get'>

/** The parameters of the page's address under the names of the contract. They are as the program sent them: the server checks them. */
function requestOf(params: URLSearchParams): Requested {
  const text = (name: string) => params.get(name) ?? ''
  return {
    responseType: text('response_type') as Requested['responseType'],
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method') as Requested['codeChallengeMethod'],
    ...(params.has('state') && { state: text('state') }),
    ...(params.has('scope') && { scope: text('scope') }),
  }
}
