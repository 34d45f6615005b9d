/** Inboxes, and entries from programs and mail servers. */
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { done } from './client.ts'
import { oneOf, type UserAction, type TestUser } from './expected-state.ts'

const INBOXES_MAX = 5
const MAILS_MAX = 80
const SMTP_ATTEMPTS = 600
const alreadyExists = 10_001
const notFound = 10_000

/** Handle of the inbox that is never deleted. */
export const homeInboxOf = (name: string): string => `${name}-home`
const titleOf = (user: TestUser, what: string) =>
  `${Math.random() < 0.5 ? 'keep' : 'plain'} ${what} ${user.name} ${user.next()}`

const webhook: UserAction = async (user) => {
  const title = titleOf(user, 'note')
  const entry = { guid: title, title, content: `<p>${title}</p>`, publishedAt: new Date().toISOString() }
  const headers = { 'x-follow-handle': homeInboxOf(user.name), 'x-follow-secret': user.secret }
  const response = await user.request('POST', '/inboxes/webhook', entry, { headers })
  if (done(response, user.tally, 'webhook')) user.expected.arrived.add(title)
}

const mail: UserAction = async (user) => {
  if (user.expected.arrived.size > MAILS_MAX) return webhook(user)
  const subject = titleOf(user, 'letter')
  const message = {
    from: `${user.name}-${user.next()}@example.org`,
    to: `${homeInboxOf(user.name)}@example.org`,
    messageId: `<${subject.replaceAll(' ', '.')}@example.org>`,
    subject,
    html: `<p>${subject}</p>`,
  }
  for (let attempt = 0; attempt < SMTP_ATTEMPTS; attempt += 1) {
    const status = await trySend(user, message)
    if (status === null) {
      user.expected.arrived.add(subject)
      user.tally.acknowledged += 1
      return
    }
    if (status >= 500) return void user.tally.problems.push(`mail: ${status}`)
    await pause(100)
  }
  throw new Error('A mail was never accepted')
}

/** @returns null when the server accepted it, else its SMTP status, or 0 without a response */
async function trySend(
  { fixtures, tally }: TestUser,
  message: Parameters<ReturnType<typeof createTransport>['sendMail']>[0],
): Promise<number | null> {
  const transport = createTransport({ ...fixtures.mail, secure: false, ignoreTLS: true })
  try {
    await transport.sendMail(message)
    return null
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number }
    if (responseCode === 0) tally.cut += 1
    return responseCode
  } finally {
    transport.close()
  }
}

const create: UserAction = async (user) => {
  const { inboxes } = user.expected
  if (inboxes.size >= INBOXES_MAX) return remove(user)
  const handle = `${user.name}-${user.next()}`
  const title = `Inbox ${handle}`
  const response = await user.request(
    'POST',
    '/inboxes',
    { handle, title },
    { idempotent: Math.random() < 0.5 },
  )
  if (done(response, user.tally, 'inbox', [alreadyExists])) inboxes.set(handle, title)
}

const rename: UserAction = async (user) => {
  const { inboxes } = user.expected
  if (inboxes.size === 0) return create(user)
  const [handle] = oneOf(inboxes)
  const title = `Renamed ${user.next()}`
  const response = await user.request('PUT', '/inboxes', { handle, title })
  if (done(response, user.tally, 'rename inbox')) inboxes.set(handle, title)
}

const remove: UserAction = async (user) => {
  const { inboxes } = user.expected
  if (inboxes.size === 0) return
  const [handle] = oneOf(inboxes)
  const response = await user.request('DELETE', '/inboxes', { handle })
  if (done(response, user.tally, 'delete inbox', [notFound])) inboxes.delete(handle)
}

export const arrivalActions: readonly UserAction[] = [webhook, webhook, mail]
export const inboxActions: readonly UserAction[] = [create, rename, remove]
