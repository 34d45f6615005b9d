/** The client: one function per call of the contract. */
import { toBrowserPath } from '../core/base-path.ts'
import { paths, type CallName, type CallPath } from '../contract/paths.ts'
import { memoizeAsync } from '../core/index.ts'
import type { Api, ApiSetup, AuthCalls, Fields, Sender, SendOptions, SignedIn } from './types.ts'

/** Makes the client: `createApi({…}).entries.list({ view: 0 })`. */
export function createApi(setup: ApiSetup): Api {
  const send = lazySender(setup)
  const sendTo = ([method, path, , form]: CallPath, input: Fields, options?: SendOptions) =>
    send({ method, path, input, options, as: form === 'text' ? 'text' : 'json', body: form })
  const api: Record<string, Record<string, unknown>> = { auth: authCalls(send), added: { send: sendTo } }
  for (const name of Object.keys(paths) as CallName[]) {
    const [resource = '', verb = ''] = name.split('.')
    const calls = (api[resource] ??= {})
    calls[verb] = (input: Fields, options?: SendOptions) => sendTo(paths[name], input, options)
  }
  return api as unknown as Api
}

/** What sends is not among the scripts that the first list waits for (180 kB, the database worker included). */
function lazySender(setup: ApiSetup): Sender {
  const load = memoizeAsync(async () => {
    await setup.after
    const { createSender } = await import('./send.ts').catch(() => {
      // Without the server neither this code nor a response can come.
      setup.onOutcome?.({ reached: false, status: null })
      // Errors of the api are records, so that they can be compared and stored.
      throw { kind: 'unreachable' }
    })
    return createSender(setup)
  })
  return async (call) => (await load())(call)
}

function authCalls(send: Sender): AuthCalls {
  const request: AuthCalls['request'] = (method, path, input, options) =>
    send({ method, path: `/better-auth${path}`, input, options })
  const post = (path: string, input: Fields, options?: SendOptions) => request('POST', path, input, options)
  return {
    request,
    signIn: (who, options) => post('/sign-in/email', who, options) as ReturnType<AuthCalls['signIn']>,
    verifyTotp: (input) => post('/two-factor/verify-totp', input),
    verifyBackupCode: (input) => post('/two-factor/verify-backup-code', input),
    signUp: (who, options) =>
      post('/sign-up/email', { ...who, callbackURL: toBrowserPath('/verify-email') }, options) as ReturnType<
        AuthCalls['signUp']
      >,
    signOut: () => post('/sign-out', {}),
    signInSocial: (how) => post('/sign-in/social', how) as Promise<{ url?: string }>,
    linkSocial: (how) => post('/link-social', how) as Promise<{ url?: string }>,
    unlinkAccount: (which) => post('/unlink-account', which),
    accounts: () => request('GET', '/get-account-info', {}) as ReturnType<AuthCalls['accounts']>,
    updateUser: (changed) => post('/update-user', changed),
    // The others were perhaps opened with the old password by someone else, so they end.
    changePassword: (passwords) =>
      post('/change-password', { ...passwords, revokeOtherSessions: true }) as ReturnType<
        AuthCalls['changePassword']
      >,
    sessions: () => request('GET', '/list-sessions', {}) as Promise<readonly SignedIn[]>,
    revokeSession: (which) => post('/revoke-session', which),
    revokeOtherSessions: () => post('/revoke-other-sessions', {}),
  }
}
