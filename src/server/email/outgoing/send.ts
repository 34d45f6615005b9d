/** The queue that sends e-mails through the mail server. */
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Services } from '../../http/routes.ts'
import type { Queues } from '../../jobs/runner.ts'
import { EMAIL_QUEUE } from './outgoing-email.ts'

const DAY_MS = 86_400_000
const storedEmail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.number(),
  files: z.array(z.object({ name: z.string(), type: z.string(), base64: z.string() })).default([]),
})

/** @returns no queue where SMTP_URL is empty */
export function emailQueues({ config, log, now }: Pick<Services, 'config' | 'log' | 'now'>): Queues {
  if (!config.SMTP_URL) return {}
  let transport: Transporter | null = null
  return {
    [EMAIL_QUEUE]: {
      concurrency: 2,
      run: async ({ key, payload }) => {
        const { at, files, ...letter } = storedEmail.parse(payload)
        const attachments = files.map(({ name, type, base64 }) => ({
          filename: name,
          contentType: type,
          content: base64,
          encoding: 'base64',
        }))
        try {
          // The Message-ID derives from the job, so that a duplicate after a crash can be recognised.
          transport ??= await createSender(config)
          await transport.sendMail({ ...letter, attachments, messageId: `<${key}@lectern>` })
        } catch (cause) {
          if (!hopeless(cause) && now() - at < DAY_MS) throw cause
          log.warn('An e-mail could not be sent', { subject: letter.subject, cause })
        }
      },
    },
  }
}

async function createSender(config: Services['config']): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(config.SMTP_URL, { from: senderOf(config) })
}

/** A permanent failure (5xx) is not retried. */
const hopeless = (cause: unknown): boolean =>
  cause instanceof Error &&
  'responseCode' in cause &&
  typeof cause.responseCode === 'number' &&
  cause.responseCode >= 500

function senderOf({ MAIL_FROM, PUBLIC_URL }: Services['config']): string {
  if (MAIL_FROM) return MAIL_FROM
  return `Lectern <no-reply@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}>`
}
