/** Exchanges an app password for the token that a client sends with each request. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { countFailure } from '../../http/rate-limit.ts'
import type { Services } from '../../http/routes.ts'
import { userByPassword, userByPasswordId, type ApiUser } from '../shared/password.ts'
import { json, plain, unauthorized } from './responses.ts'

/** @param secret signs the tokens, which need no table and become invalid with their app password */
export type LoginServices = Pick<Services, 'storage' | 'now' | 'countsGuesses'> & { readonly secret: string }

/** @param address remote address of the client. Responds with three lines, or JSON for `output=json`; the values hold no `=`, at which some clients split. */
export async function login(
  loginServices: LoginServices,
  values: URLSearchParams,
  address: string,
): Promise<Response> {
  const credentials = { name: values.get('Email') ?? '', password: values.get('Passwd') ?? '' }
  const account = await userByPassword(loginServices.storage, credentials, loginServices.now())
  if (!account) return refused(loginServices, address, credentials.name)
  const token = tokenOf(loginServices, account)
  if (values.get('output') === 'json') return json({ SID: token, LSID: token, Auth: token })
  return plain(`SID=${token}\nLSID=${token}\nAuth=${token}\n`)
}

/** @throws Refusal tooManyAttempts */
export async function refused(
  loginServices: LoginServices,
  address: string,
  account?: string,
): Promise<Response> {
  await countFailure(loginServices, { kind: 'app-password', secret: 'random', address, account })
  return unauthorized()
}

/** @returns the id of the app password and a signature, also the response of `token` */
export function tokenOf({ secret }: Pick<LoginServices, 'secret'>, { password }: ApiUser): string {
  const signature = createHmac('sha256', secret).update(`greader ${password.hash}`).digest('hex')
  return `${password.id}/${signature.slice(0, 40)}`
}

/** Sent by Reeder without a known T; FreshRSS accepts it too. */
const NO_TOKEN = 'x'

/**
 * Authenticates a request by its header, or by the form token alone, as Miniflux allows.
 * @param writes whether the form token is checked in addition to the header
 */
export async function userOf(
  loginServices: LoginServices,
  headers: Headers,
  values: URLSearchParams,
  writes: boolean,
): Promise<ApiUser | null> {
  const inForm = values.get('T') || undefined
  const token = headerToken(headers) ?? inForm
  if (!token) return null
  const account = await userByPasswordId(
    loginServices.storage,
    token.split('/')[0] ?? '',
    loginServices.now(),
  )
  if (!account) return null
  const expected = tokenOf(loginServices, account)
  if (!tokensEqual(token, expected)) return null
  // A client with an outdated T must request a new one, even with a valid header.
  const checkedToken = writes && inForm && inForm !== NO_TOKEN ? inForm : token
  return tokensEqual(checkedToken, expected) ? account : null
}

const headerToken = (headers: Headers): string | undefined =>
  /GoogleLogin\s+auth=(\S+)/i.exec(headers.get('authorization') ?? '')?.[1]

/** Whether a request has credentials, valid or not. */
export const hasToken = (headers: Headers, values: URLSearchParams): boolean =>
  headerToken(headers) !== undefined || (values.get('T') || NO_TOKEN) !== NO_TOKEN

function tokensEqual(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
