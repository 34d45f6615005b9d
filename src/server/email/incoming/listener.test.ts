import { connect } from 'node:net'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../../tests/support/server.ts'
import type { InboxItem } from '../../../contract/inboxes.ts'
import { SIZE_MAX, startMailServer, type MailServer } from './listener.ts'

const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('mail', () => {
  let server: TestServer
  let ann: TestUser
  let mail: MailServer
  let clock = Date.UTC(2026, 4, 1, 12)
  beforeAll(async () => {
    server = await startTestServer({ env: { INBOX_DOMAIN: 'in.example' } })
    ann = await server.signUp('ann')
    await ann.request('/inboxes', { method: 'POST', body: { handle: 'News.Ann', title: 'Letters' } })
    mail = await startMailServer({ ...server.services, now: () => clock }, '127.0.0.1:0')
  })
  afterAll(async () => {
    await mail.stop()
    await server.close()
  })

  const post = (message: SendMailOptions) =>
    nodemailer
      .createTransport({ host: '127.0.0.1', port: mail.port, secure: false, ignoreTLS: true })
      .sendMail({ from: '"Weekly ✉" <weekly@sender.example>', to: 'news.ann@in.example', ...message })
  const refused = (message: SendMailOptions): Promise<{ responseCode?: number; response?: string }> =>
    post(message).then(
      () => ({}),
      (error: { responseCode?: number; response?: string }) => error,
    )
  const items = async (who = ann, inboxId = 'News.Ann') =>
    (
      (await (await who.request('/entries/inbox', { method: 'POST', body: { inboxId } })).json()) as {
        data: InboxItem[]
      }
    ).data
  const newest = async () => (await items())[0]
  const whole = async (id: string) =>
    (
      (await (await ann.request(`/entries/inbox?id=${id}`)).json()) as {
        data: { entries: InboxItem['entries'] & { content: string } }
      }
    ).data.entries

  test('a newsletter becomes an entry, safe, with its pictures and the way out', async () => {
    await post({
      subject: 'Nr. 7 – Grüße',
      date: new Date(clock - 1000),
      messageId: '<seven@sender.example>',
      headers: { 'List-Unsubscribe': '<mailto:out@sender.example>, <https://sender.example/out?id=7>' },
      html: '<h1>Hello</h1><script>alert(1)</script><img src="cid:logo" onerror="alert(1)"><a href="https://sender.example/?utm_source=x">on</a>',
      text: 'Hello',
      attachments: [
        {
          cid: 'logo',
          filename: 'logo.png',
          contentType: 'image/png',
          content: Buffer.from(PIXELS, 'base64'),
        },
        { filename: 'notes.pdf', contentType: 'application/pdf', content: Buffer.alloc(3000) },
      ],
    })
    const item = await newest()
    expect(item).toMatchObject({
      read: false,
      feeds: { type: 'inbox', id: 'News.Ann', title: 'Letters' },
      entries: {
        guid: 'seven@sender.example',
        title: 'Nr. 7 – Grüße',
        author: 'Weekly ✉',
        authorUrl: 'mailto:weekly@sender.example',
        inboxHandle: 'News.Ann',
        publishedAt: new Date(clock - 1000).toISOString(),
        extra: {
          links: [
            { type: 'unsubscribe', url: 'mailto:out@sender.example' },
            { type: 'unsubscribe', url: 'https://sender.example/out?id=7' },
          ],
        },
      },
    })
    const { content } = await whole(item?.entries.id ?? '')
    expect(content).toContain(`<img src="data:image/png;base64,${PIXELS}"`)
    expect(content).toContain('notes.pdf (3 KB)')
    expect(content).toContain('href="mailto:out@sender.example"')
    expect(content).not.toMatch(/script|onerror|utm_source/)
  })

  test('the same mail sent twice is one entry; another is another', async () => {
    const before = (await items()).length
    for (const subject of ['Once', 'Once', 'Twice'])
      await post({ subject, text: 'x', messageId: `<${subject}@s.example>` })
    expect((await items()).length - before).toBe(2)
  })

  test('one mail reaches every inbox it is addressed to, by any spelling of the address', async () => {
    const ben = await server.signUp()
    await ben.request('/inboxes', { method: 'POST', body: { handle: 'bens' } })
    await post({ to: ['BENS+shop@IN.example', 'news.ann@in.example'], subject: 'To both', text: 'x' })
    expect((await items(ben, 'bens'))[0]?.entries.title).toBe('To both')
    expect((await newest())?.entries.title).toBe('To both')
  })

  test('an unknown handle or domain has no recipient', async () => {
    for (const to of ['nobody@in.example', 'news.ann@elsewhere.example'])
      expect(await refused({ to, text: 'x' })).toMatchObject({ responseCode: 550 })
    await ann.request('/inboxes', { method: 'POST', body: { handle: 'short-lived' } })
    await ann.request('/inboxes', { method: 'DELETE', body: { handle: 'short-lived' } })
    expect(await refused({ to: 'short-lived@in.example', text: 'x' })).toMatchObject({ responseCode: 550 })
  })

  test('an e-mail above the limit is refused, by its declared or its actual size', async () => {
    const before = (await items()).length
    const large = 'x'
      .repeat(998)
      .concat('\r\n')
      .repeat(Math.ceil(SIZE_MAX / 1000) + 10)
    expect(await refused({ text: large })).toMatchObject({ responseCode: 552 })
    const lines = ['MAIL FROM:<silent@sender.example>', 'RCPT TO:<news.ann@in.example>', 'DATA']
    expect(await talk(mail.port, ['EHLO x', ...lines, `${large}\r\n.`, 'QUIT'])).toMatch(/^552/m)
    expect((await items()).length).toBe(before)
  })

  test('a flooding sender is deferred, and accepted later', async () => {
    const flood = { from: 'flood@sender.example', text: 'x' }
    for (let at = 0; at < 30; at += 1) await post({ ...flood, subject: `${at}` })
    expect(await refused(flood)).toMatchObject({ responseCode: 451 })
    expect(await refused({ text: 'x' })).toEqual({})
    clock += 700_000
    expect(await refused(flood)).toEqual({})
  })

  test('recipients named without a mail shut no inbox', async () => {
    const rcpt = Array.from({ length: 18 }, () => 'RCPT TO:<news.ann@in.example>')
    const lines = ['EHLO x', 'MAIL FROM:<x@stranger.example>', ...rcpt, 'QUIT']
    const answers = await Promise.all(Array.from({ length: 14 }, () => talk(mail.port, lines)))
    expect(answers.join('').match(/^250 Accepted/gm)).toHaveLength(14 * 19)
    expect(await refused({ from: 'news@good.example', subject: 'After the names', text: 'x' })).toEqual({})
    expect((await newest())?.entries.title).toBe('After the names')
  })

  test('a name in an envelope uses up nothing of what its owner may send', async () => {
    const bare = Array.from({ length: 40 }, () => ['MAIL FROM:<spoof@good.example>', 'RSET']).flat()
    expect(await talk(mail.port, ['EHLO x', ...bare, 'QUIT'])).not.toMatch(/^4/m)
    const unsent = ['MAIL FROM:<spoof@good.example>', 'RCPT TO:<news.ann@in.example>', 'RSET']
    await talk(mail.port, ['EHLO x', ...Array.from({ length: 40 }, () => unsent).flat(), 'QUIT'])
    expect(await refused({ from: 'spoof@good.example', subject: 'Really mine', text: 'x' })).toEqual({})
    expect((await newest())?.entries.title).toBe('Really mine')
  })

  test('a client that guesses handles soon gets no information, not even about existing inboxes', async () => {
    clock += 700_000
    const rcpt = (handle: string) => `RCPT TO:<${handle}@in.example>`
    const lines = ['EHLO x', 'MAIL FROM:<x@stranger.example>']
    // Mail to a deleted inbox is no guess.
    const repeated = await talk(mail.port, [
      ...lines,
      ...Array.from({ length: 60 }, () => rcpt('deleted')),
      'QUIT',
    ])
    expect(repeated.match(/^550/gm)).toHaveLength(60)
    const guesses = Array.from({ length: 60 }, (_, at) => rcpt(`guess${at}`))
    const answers = await talk(mail.port, [...lines, ...guesses, rcpt('news.ann'), 'QUIT'])
    expect(answers.match(/^550/gm)).toHaveLength(29)
    expect(answers.match(/^451 4\.7\.1/gm)).toHaveLength(32)
    expect(await refused({ text: 'x' })).toMatchObject({ responseCode: 451 })
    clock += 700_000
    expect(await refused({ text: 'x' })).toEqual({})
  })

  test('a truncated e-mail is stored as far as it was received', async () => {
    const broken =
      'Subject: =?utf-8?b?R3LDvMOf\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>Half a'
    const lines = [
      'EHLO x',
      'MAIL FROM:<b@sender.example>',
      'RCPT TO:<news.ann@in.example>',
      'DATA',
      `${broken}\r\n.`,
      'QUIT',
    ]
    expect(await talk(mail.port, lines)).toMatch(/^250 Taken/m)
    const item = await newest()
    expect(item?.entries.title).toBe('Grüß')
    expect((await whole(item?.entries.id ?? '')).content).toContain('Half a')
  })

  test('a port in use is reported readably', async () => {
    await expect(startMailServer(server.services, `127.0.0.1:${mail.port}`)).rejects.toThrow('SMTP_LISTEN')
  })
})

/** Sends lines one after the other, each after the response to the previous one. @returns all responses */
async function talk(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const left = [...lines]
  let received = ''
  for await (const part of socket) {
    received += String(part)
    if (!/^\d{3} [^\r]*\r\n$/m.test(received.slice(received.lastIndexOf('\r\n', received.length - 3) + 1)))
      continue
    const line = left.shift()
    if (line === undefined) socket.end()
    else socket.write(`${line}\r\n`)
  }
  return received
}
