/** Signing up under the rule in force: with an invitation's code where one is needed. */
import { z } from 'zod'
import { errorCatalogue } from '../../contract/errors.ts'
import { JSON_LIMIT, readBody } from '../http/body.ts'
import { limitAttempts } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'
import { reserveInvitation, completeInvitation } from '../storage/invitations.ts'
import type { Storage } from '../storage/open.ts'
import { signUpRule } from './sign-up.ts'

const withCode = z.object({ invitationCode: z.string().trim().min(1).max(100) })
const made = z.object({ user: z.object({ id: z.string() }) })

/**
 * @param asking.request a copy of the sign-up: the code stands beside e-mail and password, as `invitationCode`
 * @param signUp makes the account
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
  const isHeld =
    code !== null &&
    (await limitAttempts(
      services,
      { kind: 'invitation', secret: 'chosen', address },
      () => reserveInvitation(storage, code, now()),
      (held) => !held,
    ))
  if (!isHeld)
    return refusal(
      400,
      'invalidInvitation',
      code === null
        ? 'This server takes new accounts by invitation only.'
        : 'This code is unknown or was used.',
    )
  // Held first, so that one code makes one account; whoever fails to sign up leaves it free again.
  let guest: string | null = null
  try {
    const answer = await signUp()
    guest = answer.ok ? await guestOf(storage, answer.clone()) : null
    return answer
  } finally {
    await completeInvitation(storage, code, guest)
  }
}

async function codeIn(request: Request): Promise<string | null> {
  const text = await readBody(request, JSON_LIMIT).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )
  const said = withCode.safeParse(jsonIn(text))
  return said.success ? said.data.invitationCode : null
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An address that has an account already is answered as if it were new: only a row is a person. */
async function guestOf({ db }: Storage, answer: Response): Promise<string | null> {
  const said = made.safeParse(await answer.json().catch(() => null))
  if (!said.success) return null
  const row = await db.selectFrom('user').select('id').where('id', '=', said.data.user.id).executeTakeFirst()
  return row?.id ?? null
}

/** The sign-in client reads `message` out of real JSON (wire-contract 1.4). */
export function refusal(status: number, key: keyof typeof errorCatalogue, words?: string): Response {
  const [code, , message] = errorCatalogue[key]
  return Response.json({ code, message: words ?? message }, { status })
}
