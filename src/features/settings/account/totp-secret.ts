/** @returns the secret of an otpauth address in groups of four, for typing it into an authenticator app */
export function totpSecret(totpURI: string): string {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
