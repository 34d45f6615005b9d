/** The requests that other apps send, step by step, and what is wrong where a response is not as they expect it. */

/** By the kind of account that apps have. */
export const clientApis = ['greader', 'miniflux', 'fever'] as const
export type ClientApi = (typeof clientApis)[number]

/** In their order; each needs those before it. */
export const clientApiSteps = ['address', 'signIn', 'subscriptions', 'unread', 'entries', 'readOnly'] as const
export type ClientApiStep = (typeof clientApiSteps)[number]

/**
 * - `unreachable`: no response: no connection, or a certificate that is not accepted.
 * - `frontSignIn`: what is in front of Lectern wants a sign-in of its own: a redirect, or 401 from another server.
 * - `notPassedOn`: 404 or 405, as from a server that does not pass the path on.
 * - `elsewhere`: a response, but not one of Lectern's.
 * - `closed`: APP_PASSWORDS is off.
 * - `refused`: the new password is not accepted.
 * - `headerRemoved`, `formRemoved`: it is accepted in the form, or in the address, alone.
 * - `tooManyAttempts`: too many wrong passwords from this address.
 * - `mayMark`: a password that may only read can mark.
 * - `status`: any other status.
 */
const clientApiProblems = [
  'unreachable',
  'frontSignIn',
  'notPassedOn',
  'elsewhere',
  'closed',
  'refused',
  'headerRemoved',
  'formRemoved',
  'tooManyAttempts',
  'mayMark',
  'status',
] as const
/** `status`: that of the response; 0 where there is none. */
export type ClientApiProblem = { readonly kind: (typeof clientApiProblems)[number]; readonly status: number }

/** An app password that may only read. */
export type ReadOnlyPassword = {
  readonly username: string
  readonly password: string
  readonly feverKey: string
}

/** @returns null where the step has passed */
type Step = () => Promise<ClientApiProblem | null>
type Steps = Readonly<Record<ClientApiStep, Step>>
type Request = Pick<RequestInit, 'headers'> & { readonly form?: Readonly<Record<string, string>> }
type Send = (path: string, request?: Request) => Promise<Response>

const PATIENCE_MS = 30_000
/** No entry has it, so that a mark would change nothing. */
const NO_ENTRY = '1'

export type ClientApiTest = {
  readonly api: ClientApi
  /** Of the server, as apps know it, without a slash at its end. */
  readonly address: string
  readonly password: ReadOnlyPassword
  readonly fetch: typeof globalThis.fetch
}

/** Takes the steps of an API in their order, up to the first with a problem. @param report is called after each */
export async function testClientApi(
  { api, address, password, fetch }: ClientApiTest,
  report: (step: ClientApiStep, problem: ClientApiProblem | null) => void,
): Promise<void> {
  // As an app sends it: without cookies, and without following a redirect to a page of sign-in.
  const send: Send = (path, { headers, form } = {}) =>
    fetch(address + path, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers,
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  const steps =
    api === 'fever'
      ? feverSteps(password, send)
      : greaderSteps(api === 'greader' ? '/api/greader.php' : '', password, send)
  for (const step of clientApiSteps) {
    // A request without a response rejects.
    const problem = await steps[step]().catch((): ClientApiProblem => ({ kind: 'unreachable', status: 0 }))
    report(step, problem)
    if (problem) return
  }
}

/** @param base path before those of the API */
function greaderSteps(base: string, { username, password }: ReadOnlyPassword, send: Send): Steps {
  let token = ''
  const call = (name: string, form?: Request['form']) =>
    send(`${base}/reader/api/0/${name}`, { headers: { authorization: `GoogleLogin auth=${token}` }, form })
  const listOf = async (name: string, list: string) => {
    const response = await call(name)
    const content = await jsonOf(response)
    return Array.isArray(content?.[list]) ? null : problemOf(response)
  }
  return {
    address: async () => {
      const response = await send(`${base}/reader/api/0/user-info`)
      return isOwnUnauthorized(response) ? null : problemOf(response)
    },
    signIn: async () => {
      const login = await send(`${base}/accounts/ClientLogin`, {
        form: { Email: username, Passwd: password },
      })
      token = /^Auth=(.+)$/m.exec(await login.clone().text())?.[1] ?? ''
      if (token === '') return problemOf(login)
      const response = await call('user-info')
      if (response.ok) return null
      const byForm = await send(`${base}/reader/api/0/user-info`, { form: { T: token } })
      return byForm.ok ? { kind: 'headerRemoved', status: response.status } : problemOf(response)
    },
    subscriptions: () => listOf('subscription/list?output=json', 'subscriptions'),
    unread: () => listOf('unread-count?output=json', 'unreadcounts'),
    entries: () => listOf('stream/contents/user/-/state/com.google/reading-list?output=json&n=20', 'items'),
    readOnly: async () =>
      markProblem(await call('edit-tag', { T: token, i: NO_ENTRY, a: 'user/-/state/com.google/read' })),
  }
}

function feverSteps({ feverKey }: ReadOnlyPassword, send: Send): Steps {
  const call = (parameters: string, form: Request['form'] = {}) =>
    send(`/api/fever.php?api${parameters}`, { form: { api_key: feverKey, ...form } })
  const partOf = async (name: string) => {
    const response = await call(`&${name}`)
    const content = await jsonOf(response)
    return content?.['auth'] === 1 && content[name] !== undefined ? null : problemOf(response)
  }
  return {
    address: async () => {
      const response = await send('/api/fever.php?api')
      return (await jsonOf(response))?.['auth'] === 0 ? null : problemOf(response)
    },
    signIn: async () => {
      const response = await call('')
      const content = await jsonOf(response)
      if (content?.['auth'] === 1) return null
      if (content?.['auth'] !== 0) return problemOf(response)
      const isFormMissing = response.headers.get('x-lectern-no-key') === 'true'
      return { kind: isFormMissing ? 'formRemoved' : 'refused', status: response.status }
    },
    subscriptions: () => partOf('feeds'),
    unread: () => partOf('unread_item_ids'),
    entries: () => partOf('items'),
    readOnly: async () => markProblem(await call('', { mark: 'item', as: 'read', id: NO_ENTRY })),
  }
}

/** The refusal of a mark is the right response. */
async function markProblem(response: Response): Promise<ClientApiProblem | null> {
  if (response.status === 403) return null
  return response.ok ? { kind: 'mayMark', status: response.status } : problemOf(response)
}

/** What is wrong with a response that is not the expected one. */
async function problemOf(response: Response): Promise<ClientApiProblem> {
  const { ok, status, type } = response
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return { kind: 'frontSignIn', status }
  if (status === 401) return { kind: isOwnUnauthorized(response) ? 'refused' : 'frontSignIn', status }
  if (status === 404 || status === 405) return { kind: 'notPassedOn', status }
  if (status === 429) return { kind: 'tooManyAttempts', status }
  const isClosed = status === 403 && (await response.clone().text()).includes('APP_PASSWORDS')
  return { kind: isClosed ? 'closed' : ok ? 'elsewhere' : 'status', status }
}

/** Google Reader's own header for a token that is missing or unknown. */
const isOwnUnauthorized = ({ status, headers }: Response): boolean =>
  status === 401 && headers.get('google-bad-token') === 'true'

/** @returns null for what is no JSON object */
async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>> | null> {
  const content: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof content === 'object' && content !== null ? { ...content } : null
}
