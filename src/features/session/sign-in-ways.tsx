import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Providers } from './providers.tsx'
import { useConfigs } from './use-configs.ts'

/** All ways to sign in that the server offers. @param returnTo the path where a provider sends the browser back to */
export function SignInWays({ returnTo }: { readonly returnTo: string }) {
  if (useConfigs()?.LOCAL_SIGNIN === false) return <Providers only returnTo={returnTo} />
  return (
    <AccountForm mode="sign-in">
      <PasskeyButton />
      <Providers returnTo={returnTo} />
    </AccountForm>
  )
}
