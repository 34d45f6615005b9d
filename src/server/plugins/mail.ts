/** E-mails that plugins send to their user, only at addresses that the user has confirmed. */
import { createHash, randomInt } from 'node:crypto'
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import { MAX_ATTACHED, type PluginMail } from '../../plugin-api/server.ts'
import { createOutgoingEmail } from '../email/outgoing/outgoing-email.ts'
import { equalsSecret } from '../http/equals-secret.ts'
import type { RequestContext } from '../http/routes.ts'
import { reserveAttempt } from '../storage/accounts/failed-attempts.ts'
import { mailAddressOf, putMailAddress } from '../storage/accounts/mail-addresses.ts'

/** Thirty at once, and one more every two minutes. */
const LIMIT = { burst: 30, refillMs: 120_000 }
/** Characters of the text. */
const MAX_TEXT = 500_000
const MAX_SUBJECT = 200

/** Codes that are sent for a user, and to an address; and wrong codes of a user. */
const CODES_OF_USER = { burst: 5, refillMs: 3_600_000 }
const CODES_TO_ADDRESS = { burst: 3, refillMs: 86_400_000 }
const WRONG_CODES = { burst: 10, refillMs: 3_600_000 }
/** How long a code is valid: an e-reader may be out of reach for a while. */
const CODE_MS = 86_400_000

/** @throws PluginRefusal `plugin.noMail`, `plugin.mailUnconfirmed`, `plugin.mailTooLong` or `plugin.mailTooOften` */
export async function mailToSelf(request: RequestContext, letter: PluginMail): Promise<void> {
  const { storage, user } = request
  const { email, emailVerified } = await storage.db
    .selectFrom('user')
    .select(['email', 'emailVerified'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await send(request, letter, async (emails) => {
    if (!emails.able) throw new PluginRefusal('plugin.noMail')
    if (!emailVerified) throw new PluginRefusal('plugin.mailUnconfirmed', { address: email })
    return email
  })
}

/**
 * To a second address of the user. One that is not confirmed receives a code instead, in a file, which is all that e-readers show.
 * @param code as the user has typed it: confirms the address
 * @throws PluginRefusal as {@link mailToSelf}, and `plugin.mailCodeSent`, `plugin.mailCodeWrong` or `plugin.mailCodeTooOften`
 */
export async function mailToAddress(
  request: RequestContext,
  { address, code }: { readonly address: string; readonly code: string },
  letter: PluginMail,
): Promise<void> {
  const to = address.trim().toLowerCase()
  await send(request, letter, async (emails) => {
    if (!emails.able) throw new PluginRefusal('plugin.noMail')
    await confirm(request, emails, to, code.trim())
    return to
  })
}

/** Returns where the address is confirmed, or is now by the code. */
async function confirm(
  { storage, user, now }: RequestContext,
  emails: Emails,
  address: string,
  code: string,
): Promise<void> {
  const stored = await mailAddressOf(storage, user.id, address)
  if (stored?.code === null) return
  const allow = async (key: string, bucket: typeof CODES_OF_USER) => {
    if (!(await reserveAttempt(storage, { key, ...bucket }, now())))
      throw new PluginRefusal('plugin.mailCodeTooOften')
  }
  if (stored && code !== '' && stored.codeUntil > now()) {
    await allow(`mail code tried ${user.id}`, WRONG_CODES)
    if (!equalsSecret(hashOf(code), stored.code)) throw new PluginRefusal('plugin.mailCodeWrong', { address })
    return putMailAddress(storage, user.id, address, { code: null, codeUntil: 0 })
  }
  await allow(`mail code of ${user.id}`, CODES_OF_USER)
  await allow(`mail code to ${address}`, CODES_TO_ADDRESS)
  const fresh = String(randomInt(1_000_000)).padStart(6, '0')
  await putMailAddress(storage, user.id, address, { code: hashOf(fresh), codeUntil: now() + CODE_MS })
  const subject = `Lectern: ${fresh}`
  await emails.send({
    to: address,
    subject,
    text: `${fresh}\n`,
    files: [
      { name: `${fresh}.txt`, type: 'text/plain', base64: Buffer.from(`${subject}\n`).toString('base64') },
    ],
  })
  throw new PluginRefusal('plugin.mailCodeSent', { address })
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

type Emails = ReturnType<typeof createOutgoingEmail>

/** @param recipient checks who may receive it, before its size and how many were sent */
async function send(
  request: RequestContext,
  { subject, text, files = [] }: PluginMail,
  recipient: (emails: Emails) => Promise<string>,
): Promise<void> {
  const { storage, user, now } = request
  const emails = createOutgoingEmail(request)
  const to = await recipient(emails)
  if (text.length > MAX_TEXT)
    throw new PluginRefusal('plugin.mailTooLong', { length: text.length, limit: MAX_TEXT })
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > MAX_ATTACHED)
    throw new PluginRefusal('plugin.mailFilesTooLarge', { limit: MAX_ATTACHED / 1_000_000 })
  if (!(await reserveAttempt(storage, { key: `plugin mail ${user.id}`, ...LIMIT }, now())))
    throw new PluginRefusal('plugin.mailTooOften')
  await emails.send({
    to,
    subject: oneLine(subject),
    text,
    ...(files.length > 0 && {
      files: files.map(({ name, type, bytes }) => ({
        name: oneLine(name),
        type,
        base64: Buffer.from(bytes).toString('base64'),
      })),
    }),
  })
}

const oneLine = (subject: string): string =>
  [...subject.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_SUBJECT).join('')
