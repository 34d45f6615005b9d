/** Sends the calls of the contract over ky. The main client does not retry (spec 7): whoever asks decides that. */
import ky from 'ky'
import type { Method } from '../contract/paths.ts'
import { paths, type CallName } from '../contract/paths.ts'
import { readFailure } from './failure.ts'
import type { Api, ApiSetup, AuthCalls, SendOptions, SignedIn } from './types.ts'

/** Importing OPML and reading a slow feed's preview may take the server a while. */
const TIMEOUT_MS = 60_000

type Fields = Readonly<Record<string, unknown>>
const texts: ReadonlySet<CallName> = new Set(['entries.stream', 'subscriptions.export'])
const files: ReadonlySet<CallName> = new Set(['subscriptions.parseOpml', 'subscriptions.import'])

/** Every call of the contract, by noun and verb. */
export function createCalls(setup: ApiSetup): Api {
  const send = createSender(setup)
  const api: Record<string, Record<string, unknown>> = { auth: authCalls(send) }
  for (const name of Object.keys(paths) as CallName[]) {
    const [noun = '', verb = ''] = name.split('.')
    const [method, path] = paths[name]
    const calls = (api[noun] ??= {})
    calls[verb] = (input: Fields, options?: SendOptions) =>
      send({ method, path, input, options, as: texts.has(name) ? 'text' : 'json', file: files.has(name) })
  }
  return api as unknown as Api
}

type Outgoing = {
  readonly method: Method
  readonly path: string
  readonly input: Fields
  readonly options?: SendOptions
  readonly as?: 'text' | 'json'
  readonly file?: boolean
}
type Sender = (call: Outgoing) => Promise<unknown>

function createSender({ base, fetch, headers, heard }: ApiSetup): Sender {
  const client = ky.create({
    retry: 0,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    credentials: 'include',
    fetch: (input, init) => fetch(input as Request, init),
  })
  return async ({ method, path, input, options, as = 'json', file = false }) => {
    const { filled, rest } = fillPath(path, input)
    const lost = (error: unknown): never => {
      if (options?.signal?.aborted) throw error
      heard?.({ reached: false, status: null })
      // oxlint-disable-next-line only-throw-error -- errors of the api are records, so that they can be compared and stored
      throw { kind: 'unreachable' }
    }
    const sent = await client(absolute(base) + filled, {
      method,
      headers: {
        ...headers(),
        ...(options?.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      },
      signal: options?.signal,
      ...(method === 'GET' ? { searchParams: query(rest) } : file ? { body: form(rest) } : { json: rest }),
    }).catch(lost)
    const reached = () => heard?.({ reached: true, status: sent.status })
    if (!sent.ok) {
      reached()
      throw await readFailure(sent)
    }
    // What broke off, or was written by somebody on the way (the door of a hotel's network), is no answer: taken for a
    // refusal it would cost the change that was sent, which is sent again under its key instead.
    const answer = await sent
      .text()
      .then(as === 'text' ? String : readJson)
      .catch(lost)
    reached()
    return answer
  }
}

/** A request needs an address with a host; pages give theirs, tests name one in `base`. */
function absolute(base: string): string {
  return /^https?:/.test(base) ? base : new URL(base, globalThis.location.href).href.replace(/\/$/, '')
}

/** Puts `{id}` of a path in from the input, which then no longer travels in query or body. */
function fillPath(path: string, input: Fields): { filled: string; rest: Fields } {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { filled, rest }
}

/** Undefined values are left out, arrays are repeated keys (wire-contract 1.1). */
function query(input: Fields): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) params.append(name, String(one))
  return params
}

function form(input: Fields): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Uint8Array)
      body.append(name, new Blob([new Uint8Array(value)]), 'subscriptions.opml')
    else if (value !== undefined) body.append(name, String(value))
  }
  return body
}

const readJson = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

function authCalls(send: Sender): AuthCalls {
  const post = (path: string, input: Fields) => send({ method: 'POST', path: `/better-auth${path}`, input })
  return {
    signIn: (who) => post('/sign-in/email', who) as ReturnType<AuthCalls['signIn']>,
    verifyTotp: (input) => post('/two-factor/verify-totp', input),
    verifyBackupCode: (input) => post('/two-factor/verify-backup-code', input),
    signUp: (who) => post('/sign-up/email', { ...who, callbackURL: '/' }),
    signOut: () => post('/sign-out', {}),
    signInSocial: (how) => post('/sign-in/social', how) as Promise<{ url?: string }>,
    updateUser: (changed) => post('/update-user', changed),
    // The others were perhaps opened with the old password by somebody else, so they end.
    changePassword: (words) =>
      post('/change-password', { ...words, revokeOtherSessions: true }) as ReturnType<
        AuthCalls['changePassword']
      >,
    sessions: () =>
      send({ method: 'GET', path: '/better-auth/list-sessions', input: {} }) as Promise<readonly SignedIn[]>,
    revokeSession: (which) => post('/revoke-session', which),
    revokeOtherSessions: () => post('/revoke-other-sessions', {}),
  }
}
