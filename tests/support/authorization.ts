/** The request of a program on the same machine that opens the page /authorize. */
const client = { client_name: 'Assistant', redirect_uris: ['http://127.0.0.1/callback'] }

/** As input of the contract. */
export const AUTHORIZATION = {
  responseType: 'code',
  clientId: Buffer.from(JSON.stringify(client)).toString('base64url'),
  redirectUri: 'http://127.0.0.1:4999/callback',
  codeChallenge: 'c'.repeat(43),
  codeChallengeMethod: 'S256',
} as const

/** As parameters of the page. */
export const authorizationParameters = new URLSearchParams({
  response_type: AUTHORIZATION.responseType,
  client_id: AUTHORIZATION.clientId,
  redirect_uri: AUTHORIZATION.redirectUri,
  code_challenge: AUTHORIZATION.codeChallenge,
  code_challenge_method: AUTHORIZATION.codeChallengeMethod,
  scope: 'read mark',
})
