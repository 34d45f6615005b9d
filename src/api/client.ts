/** The client: one function per call of the contract. */
import { toBrowserPath } from '../core/base-path.ts'
import type { CallName, CallPath } from '../contract/paths.ts'
import { memoizeAsync } from '../core/index.ts'
import type { Api, ApiSetup, AuthCalls, Fields, Sender, SendOptions, SignedIn } from './types.ts'

type Call = (input: Fields, options?: SendOptions) => Promise<unknown>

/** Makes the client: `createApi({…}).entries.list({ view: 0 })`. Its calls are those of the contract, whose paths load with the first. */
export function createApi(setup: ApiSetup): Api {
  const load = loadSender(setup)
  const send: Sender = async (call) => (await load()).send(call)
  const sendTo = ([method, path, , form]: CallPath, input: Fields, options?: SendOptions) =>
    send({ method, path, input, options, as: form === 'text' ? 'text' : 'json', body: form })
  const callsOf = (resource: string) =>
    properties<Call>(
      {},
      (verb) => async (input, options) =>
        sendTo((await load()).paths[`${resource}.${verb}` as CallName], input, options),
    )
  return properties<object>({ auth: authCalls(send), added: { send: sendTo } }, callsOf) as unknown as Api
}

/** An object whose other properties are made when they are first read; none is a promise's `then`. */
function properties<T>(own: Record<string, T>, make: (name: string) => T): Record<string, T> {
  return new Proxy(own, {
    get: (made, name) =>
      typeof name === 'string' && name !== 'then' ? (made[name] ??= make(name)) : undefined,
  })
}

/** What sends is not among the scripts that the first list waits for (180 kB, the database worker included). */
function loadSender(setup: ApiSetup) {
  return memoizeAsync(async () => {
    await setup.after
    const [{ createSender }, { paths }] = await Promise.all([
      import('./send.ts'),
      import('../contract/paths.ts'),
    ]).catch(() => {
      // Without the server neither this code nor a response can come.
      setup.onOutcome?.({ reached: false, status: null })
      // Errors of the api are records, so that they can be compared and stored.
      throw { kind: 'unreachable' }
    })
    return { send: createSender(setup), paths }
  })
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
