/** Prints how a mail is processed, step by step. */
import { readMail } from '../email/incoming/read-mail.ts'
import { draftOfMail } from '../email/incoming/read-mail-entry.ts'

const HEAD = 20_000

/** Documents begin with `<` or `{`, mails with headers, some of which every mail has. */
export function isMail(text: string): boolean {
  const head = text.slice(0, HEAD).replace(/^\s*(From \S[^\n]*\n)?/, '')
  return (
    /^[A-Za-z][\w-]*:[^\n]*\n/.test(head) &&
    /^(from|subject|date|received|message-id|mime-version):/im.test(head)
  )
}

/** @param now ms, the ceiling for dates @yields lines of text */
export async function* inspectMail(raw: Uint8Array, now: number): AsyncGenerator<string> {
  const mail = await readMail(raw)
  const { name, address } = mail.from
  yield `mail      ${mail.subject ?? '(no subject)'}`
  yield `          by ${name ?? '(no name)'} <${address ?? ''}>`
  yield `          ${mail.date === null ? 'no date: will get its time of arrival' : new Date(mail.date).toISOString()}`
  yield `          guid ${mail.messageId ?? '(none: made of its words)'}`
  yield `parts     ${mail.text?.length ?? 0} characters of text, ${mail.html?.length ?? 0} of HTML`
  for (const { filename, mimeType, bytes } of mail.parts)
    yield `          ${mimeType}, ${bytes.length} bytes${filename === null ? '' : `: ${filename}`}`
  for (const url of mail.unsubscribe) yield `leave     ${url}`
  const { content } = await draftOfMail(mail, now)
  yield `sanitise  ${content?.length ?? 0} characters out`
  if (content !== null) yield content
}
