/** The calls of the account's pages below /better-auth (wire-contract 3); each rejects with an ApiError. */
import type { Api, Fields, SendOptions } from '../../api/index.ts'
import type { Proof } from '../../contract/proof.ts'

/** A stored passkey. */
export type Passkey = {
  readonly id: string
  readonly name?: string | null
  readonly createdAt?: string | null
}
/** A new second factor, which is on once a code of it has been verified. */
export type NewSecondFactor = { readonly totpURI: string; readonly backupCodes: readonly string[] }

export type AccountCalls = {
  readonly enableTwoFactor: (input: { password: string }) => Promise<NewSecondFactor>
  readonly disableTwoFactor: (input: { password: string }) => Promise<unknown>
  /** Replaces the backup codes; the old ones no longer work. */
  readonly renewBackupCodes: (input: { password: string }) => Promise<{ backupCodes: readonly string[] }>
  readonly passkeys: () => Promise<readonly Passkey[]>
  /** Options for `navigator.credentials.create`, as JSON. */
  readonly passkeyCreationOptions: () => Promise<PublicKeyCredentialCreationOptionsJSON>
  readonly addPasskey: (input: { name: string; response: unknown } & Proof) => Promise<unknown>
  readonly renamePasskey: (input: { id: string; name: string }) => Promise<unknown>
  readonly deletePasskey: (input: { id: string } & Proof) => Promise<unknown>
  /** Options for `navigator.credentials.get`, as JSON. */
  readonly passkeyRequestOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  readonly signInWithPasskey: (input: { response: unknown }) => Promise<unknown>
  /** A verified address changes with the links of two e-mails, an unverified one at once. */
  readonly changeEmail: (input: { newEmail: string; callbackURL: string } & Proof) => Promise<unknown>
  readonly sendVerification: (input: { email: string; callbackURL: string }) => Promise<unknown>
  /** The first password of a user who signed up with a provider. */
  readonly setPassword: (input: { newPassword: string } & Proof) => Promise<unknown>
  readonly requestPasswordReset: (
    input: { email: string; redirectTo: string },
    options?: SendOptions,
  ) => Promise<unknown>
  /** @param input.token from the link of the e-mail; it works once */
  readonly resetPassword: (input: { token: string; newPassword: string }) => Promise<unknown>
  readonly deleteAccount: (proof: Proof) => Promise<unknown>
}

export function accountCalls({ auth }: Pick<Api, 'auth'>): AccountCalls {
  const get = <T>(path: string) => auth.request('GET', path, {}) as Promise<T>
  const post =
    <Input extends Fields, T = unknown>(path: string) =>
    (input: Input, options?: SendOptions) =>
      auth.request('POST', path, input, options) as Promise<T>
  return {
    enableTwoFactor: post('/two-factor/enable'),
    disableTwoFactor: post('/two-factor/disable'),
    renewBackupCodes: post('/two-factor/generate-backup-codes'),
    passkeys: () => get('/passkey/list-user-passkeys'),
    passkeyCreationOptions: () => get('/passkey/generate-register-options'),
    addPasskey: post('/passkey/verify-registration'),
    renamePasskey: post('/passkey/update-passkey'),
    deletePasskey: post('/passkey/delete-passkey'),
    passkeyRequestOptions: () => get('/passkey/generate-authenticate-options'),
    signInWithPasskey: post('/passkey/verify-authentication'),
    changeEmail: post('/change-email'),
    sendVerification: post('/send-verification-email'),
    setPassword: post('/set-password'),
    requestPasswordReset: post('/forget-password'),
    resetPassword: post('/reset-password'),
    deleteAccount: post('/delete-user'),
  }
}
