/** E-mails that plugins send to their user, only at the confirmed address. */
import { PluginRefusal } from '../../plugin-api/manifest.ts'
import { MAX_ATTACHED, type PluginMail } from '../../plugin-api/server.ts'
import { createOutgoingEmail } from '../email/outgoing/outgoing-email.ts'
import type { RequestContext } from '../http/routes.ts'
import { reserveAttempt } from '../storage/accounts/failed-attempts.ts'

/** Thirty at once, and one more every two minutes. */
const LIMIT = { burst: 30, refillMs: 120_000 }
/** Characters of the text. */
const MAX_TEXT = 500_000
const MAX_SUBJECT = 200

/** @throws PluginRefusal `plugin.noMail`, `plugin.mailUnconfirmed`, `plugin.mailTooLong` or `plugin.mailTooOften` */
export async function mailToSelf(
  request: RequestContext,
  { subject, text, files = [] }: PluginMail,
): Promise<void> {
  const { storage, user, now } = request
  const emails = createOutgoingEmail(request)
  if (!emails.able) throw new PluginRefusal('plugin.noMail')
  const { email, emailVerified } = await storage.db
    .selectFrom('user')
    .select(['email', 'emailVerified'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (!emailVerified) throw new PluginRefusal('plugin.mailUnconfirmed', { address: email })
  if (text.length > MAX_TEXT)
    throw new PluginRefusal('plugin.mailTooLong', { length: text.length, limit: MAX_TEXT })
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > MAX_ATTACHED)
    throw new PluginRefusal('plugin.mailFilesTooLarge', { limit: MAX_ATTACHED / 1_000_000 })
  if (!(await reserveAttempt(storage, { key: `plugin mail ${user.id}`, ...LIMIT }, now())))
    throw new PluginRefusal('plugin.mailTooOften')
  await emails.send({
    to: email,
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
