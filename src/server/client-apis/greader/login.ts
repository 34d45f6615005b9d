/** From an app password to the token that a reader sends with each request. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { countFailure } from '../../http/rate-limit.ts'
import type { Services } from '../../http/routes.ts'
import { userByPassword, userByPasswordId, type ApiUser } from '../shared/password.ts'
import { json, plain, unauthorized } from './answers.ts'

/** @param secret signs the tokens: they need no table, and end with the password they were made from */
export type LoginServices = Pick<Services, 'storage' | 'now' | 'countsGuesses'> & { readonly secret: string }

/** @param address the machine that asks. Answers with three lines, or JSON for `output=json`; the values hold no `=`, at which some readers split. */
export async function login(
  door: LoginServices,
  values: URLSearchParams,
  address: string,
): Promise<Response> {
  const typed = { name: values.get('Email') ?? '', password: values.get('Passwd') ?? '' }
  const person = await userByPassword(door.storage, typed, door.now())
  if (!person) return refused(door, address, typed.name)
  const token = tokenOf(door, person)
  if (values.get('output') === 'json') return json({ SID: token, LSID: token, Auth: token })
  return plain(`SID=${token}\nLSID=${token}\nAuth=${token}\n`)
}

/** @throws Refusal tooManyAttempts */
export async function refused(door: LoginServices, address: string, account?: string): Promise<Response> {
  await countFailure(door, { kind: 'app-password', secret: 'random', address, account })
  return unauthorized()
}

/** @returns the id of the app password and a signature, also the answer of `token` */
export function tokenOf({ secret }: Pick<LoginServices, 'secret'>, { password }: ApiUser): string {
  const signature = createHmac('sha256', secret).update(`greader ${password.hash}`).digest('hex')
  return `${password.id}/${signature.slice(0, 40)}`
}

/** What Reeder writes where it knows no T; FreshRSS takes it too. */
const NO_TOKEN = 'x'

/**
 * Who sent a request: the header says so, or the token in the form alone, as Miniflux allows.
 * @param writes then the form's token is looked at beside a header as well; one that only reads may carry anything
 */
export async function userOf(
  door: LoginServices,
  headers: Headers,
  values: URLSearchParams,
  writes: boolean,
): Promise<ApiUser | null> {
  const inForm = values.get('T') || undefined
  const token = headerToken(headers) ?? inForm
  if (!token) return null
  const person = await userByPasswordId(door.storage, token.split('/')[0] ?? '', door.now())
  if (!person) return null
  const expected = tokenOf(door, person)
  if (!same(token, expected)) return null
  // A reader with an old T has to ask for a new one, even though its header is right.
  const also = writes && inForm && inForm !== NO_TOKEN ? inForm : token
  return same(also, expected) ? person : null
}

const headerToken = (headers: Headers): string | undefined =>
  /GoogleLogin\s+auth=(\S+)/i.exec(headers.get('authorization') ?? '')?.[1]

/** Whether a request says who sent it, rightly or not. */
export const hasToken = (headers: Headers, values: URLSearchParams): boolean =>
  headerToken(headers) !== undefined || (values.get('T') || NO_TOKEN) !== NO_TOKEN

function same(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
