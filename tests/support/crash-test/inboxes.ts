/** Inboxes, and what programs and mail servers put into them. */
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { done } from './ask.ts'
import { oneOf, type Deed, type Person } from './truth.ts'

const INBOXES_MAX = 5
const MAILS_MAX = 80
const SMTP_ATTEMPTS = 600
const exists = 10_001
const gone = 10_000

/** The inbox that stays. */
export const homeOf = (name: string): string => `${name}-home`
const titleOf = (person: Person, what: string) =>
  `${Math.random() < 0.5 ? 'keep' : 'plain'} ${what} ${person.name} ${person.next()}`

const webhook: Deed = async (person) => {
  const title = titleOf(person, 'note')
  const entry = { guid: title, title, content: `<p>${title}</p>`, publishedAt: new Date().toISOString() }
  const headers = { 'x-follow-handle': homeOf(person.name), 'x-follow-secret': person.secret }
  const heard = await person.ask('POST', '/inboxes/webhook', entry, { headers })
  if (done(heard, person.tally, 'webhook')) person.truth.arrived.add(title)
}

const mail: Deed = async (person) => {
  if (person.truth.arrived.size > MAILS_MAX) return webhook(person)
  const subject = titleOf(person, 'letter')
  const message = {
    from: `${person.name}-${person.next()}@example.org`,
    to: `${homeOf(person.name)}@example.org`,
    messageId: `<${subject.replaceAll(' ', '.')}@example.org>`,
    subject,
    html: `<p>${subject}</p>`,
  }
  for (let attempt = 0; attempt < SMTP_ATTEMPTS; attempt += 1) {
    const fault = await sent(person, message)
    if (fault === null) {
      person.truth.arrived.add(subject)
      person.tally.acknowledged += 1
      return
    }
    if (fault >= 500) return void person.tally.troubles.push(`mail: ${fault}`)
    await pause(100)
  }
  throw new Error('A mail was never taken')
}

/** @returns null when the server has taken it, else its status or 0 */
async function sent(
  { world, tally }: Person,
  message: Parameters<ReturnType<typeof createTransport>['sendMail']>[0],
): Promise<number | null> {
  const transport = createTransport({ ...world.mail, secure: false, ignoreTLS: true })
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

const create: Deed = async (person) => {
  const { inboxes } = person.truth
  if (inboxes.size >= INBOXES_MAX) return remove(person)
  const handle = `${person.name}-${person.next()}`
  const title = `Inbox ${handle}`
  const heard = await person.ask('POST', '/inboxes', { handle, title }, { keyed: Math.random() < 0.5 })
  if (done(heard, person.tally, 'inbox', [exists])) inboxes.set(handle, title)
}

const rename: Deed = async (person) => {
  const { inboxes } = person.truth
  if (inboxes.size === 0) return create(person)
  const [handle] = oneOf(inboxes)
  const title = `Renamed ${person.next()}`
  const heard = await person.ask('PUT', '/inboxes', { handle, title })
  if (done(heard, person.tally, 'rename inbox')) inboxes.set(handle, title)
}

const remove: Deed = async (person) => {
  const { inboxes } = person.truth
  if (inboxes.size === 0) return
  const [handle] = oneOf(inboxes)
  const heard = await person.ask('DELETE', '/inboxes', { handle })
  if (done(heard, person.tally, 'delete inbox', [gone])) inboxes.delete(handle)
}

export const arrivalDeeds: readonly Deed[] = [webhook, webhook, mail]
export const inboxDeeds: readonly Deed[] = [create, rename, remove]
