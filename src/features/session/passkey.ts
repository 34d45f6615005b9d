/** WebAuthn in this browser: options and responses as JSON, as the server sends and expects them. */

/** Whether this browser and page can use passkeys: WebAuthn needs a secure context. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** Asks the device for a new passkey. @throws DOMException when the user cancels or the device refuses */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Asks the device to sign in with one of its passkeys. @throws DOMException as {@link createPasskey} */
export async function requestPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}

/** The sentence of `app:session.passkey` for a failure of the device; null for any other. */
export function passkeyFailure(error: unknown): 'cancelled' | 'exists' | 'wrongHost' | 'refused' | null {
  if (!(error instanceof DOMException)) return null
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled'
    case 'InvalidStateError':
      return 'exists'
    case 'SecurityError':
      return 'wrongHost'
    default:
      return 'refused'
  }
}
