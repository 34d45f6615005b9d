/** Signs a user up under the current rule: with an invitation code where one is required. */
import { z } from 'zod'
import { errorCatalogue } from '../../contract/errors.ts'
import { JSON_LIMIT, readBody } from '../http/body.ts'
import { limitAttempts } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'
import { reserveInvitation, completeInvitation } from '../storage/accounts/invitations.ts'
import type { Storage } from '../storage/open.ts'
import { signUpRule } from './sign-up.ts'
import { parsedJson } from '../../core/parsed-json.ts'

const withCode = z.object({ invitationCode: z.string().trim().min(1).max(100) })
const made = z.object({ user: z.object({ id: z.string() }) })

/**
 * @param asking.request a copy of the sign-up request: the code is sent as `invitationCode` with e-mail and
 * password
 * @param signUp creates the account
 */
export async function signUpByRule(
  services: Pick<Services, 'storage' | 'config' | 'now' | 'countsGuesses'>,
  { request, address }: { readonly request: Request; readonly address: string },
  signUp: () => Promise<Response>,
): Promise<Response> {
  const { storage, config, now } = services
  const rule = await signUpRule(storage, config)
  if (rule === 'open') return signUp()
  if (rule === 'closed') return refusal(403, 'noPermission', 'This server takes no new accounts.')
  const code = await codeIn(request)
  const isReserved =
    code !== null &&
    (await limitAttempts(
      services,
      { kind: 'invitation', secret: 'chosen', address },
      () => reserveInvitation(storage, code, now()),
      (invitation) => !invitation,
    ))
  if (!isReserved)
    return refusal(
      400,
      'invalidInvitation',
      code === null
        ? 'This server takes new accounts by invitation only.'
        : 'This code is unknown or was used.',
    )
  // Reserved first, so that one code makes one account; a failed sign-up releases it.
  let guest: string | null = null
  try {
    const response = await signUp()
    guest = response.ok ? await guestOf(storage, response.clone()) : null
    return response
  } finally {
    await completeInvitation(storage, code, guest)
  }
}

async function codeIn(request: Request): Promise<string | null> {
  const text = await readBody(request, JSON_LIMIT).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )
  const parsed = withCode.safeParse(parsedJson(text))
  return parsed.success ? parsed.data.invitationCode : null
}

/** A sign-up with a used address gets the same response as a new one: only a stored row is a user. */
async function guestOf({ db }: Storage, response: Response): Promise<string | null> {
  const parsed = made.safeParse(await response.json().catch(() => null))
  if (!parsed.success) return null
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', parsed.data.user.id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The sign-in client reads `message` from real JSON (wire-contract 1.4). */
export function refusal(
  status: number,
  key: keyof typeof errorCatalogue,
  messageOverride?: string,
): Response {
  const [code, , message] = errorCatalogue[key]
  return Response.json({ code, message: messageOverride ?? message }, { status })
}
