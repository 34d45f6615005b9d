import type { Input } from '../../contract/calls.ts'

type Requested = Input<'authorizations.get'>

/** The parameters of the page's address under the names of the contract. They are as the program sent them: the server checks them. */
export function requestOf(params: URLSearchParams): Requested {
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
