import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../tests/support/mailbox.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { letterOf } from './server.ts'

let box: Mailbox
let plugin: PluginServer
let later = 0
const start = async () => {
  const env = { SMTP_URL: box.url, MAIL_FROM: 'Lectern <lectern@example.org>', LOG_LEVEL: 'silent' }
  plugin = await startPluginServer('email', 'sqlite', { env, now: () => Date.now() + later })
  await plugin.set({ values: { enableEmail: true } })
  await plugin.deliver()
  box.mails.length = 0
}
const confirm = () =>
  plugin.server.storage.db
    .updateTable('user')
    .set({ emailVerified: 1 })
    .where('id', '=', plugin.user.id)
    .execute()

beforeEach(async () => {
  later = 0
  box = await startMailbox()
})
afterEach(async () => {
  await plugin.close()
  await box.close()
})

describe('an entry by e-mail', () => {
  test('goes to the confirmed address of the user, and to no other', async () => {
    await start()
    expect(await plugin.save()).toEqual({
      ok: false,
      words: { key: 'plugin.mailUnconfirmed', values: { address: plugin.user.email } },
    })
    await plugin.deliver()
    expect(box.mails).toEqual([])
    await confirm()
    await plugin.set({ values: { emailSubjectPrefix: '[read]' } })
    expect(await plugin.save({ selection: 'A story', to: 'eve@example.org' })).toMatchObject({ ok: true })
    await plugin.deliver()
    expect(box.mails).toHaveLength(1)
    const [mail] = box.mails
    expect(mail?.to?.map(({ address }) => address)).toEqual([plugin.user.email])
    expect(mail?.subject).toBe('[read] A title')
    expect(mail?.text).toContain('https://example.org/a\n\n> A story\n\n## One\n\nA *story*.')
    expect(mail?.html).toBeUndefined()
  })
})

test('the summary is sent where the text is not wanted', async () => {
  await start()
  await confirm()
  await plugin.set({ values: { emailWholeText: false } })
  await plugin.save()
  await plugin.deliver()
  expect(box.mails[0]?.text).toContain('In short')
  expect(box.mails[0]?.text).not.toContain('story')
})

test('a mail server that is busy gets it later', async () => {
  await start()
  await confirm()
  box.refuse = 451
  expect(await plugin.save()).toMatchObject({ ok: true })
  await plugin.deliver()
  expect(box.mails).toEqual([])
  box.refuse = null
  later = 3_600_000
  await plugin.deliver()
  expect(box.mails).toHaveLength(1)
})

test('so many at once are sent, then one every two minutes', async () => {
  await start()
  await confirm()
  for (let count = 0; count < 30; count += 1) expect(await plugin.save()).toMatchObject({ ok: true })
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'plugin.mailTooOften' } })
  later = 125_000
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'plugin.mailTooOften' } })
})

test('a server without a mail server reports it', async () => {
  plugin = await startPluginServer('email')
  await plugin.set({ values: { enableEmail: true } })
  await confirm()
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'plugin.noMail' } })
})

test('a title with line breaks adds no headers', async () => {
  await start()
  await confirm()
  await plugin.server.storage.db
    .updateTable('entries')
    .set({ title: 'A title\r\nBcc: eve@example.org' })
    .execute()
  await plugin.save()
  await plugin.deliver()
  expect(box.mails).toHaveLength(1)
  expect(box.mails[0]?.subject).toBe('A title Bcc: eve@example.org')
  expect(box.mails[0]?.bcc ?? []).toEqual([])
})

test('an entry without title, author and text is its address', () => {
  const entry = {
    title: null,
    url: 'https://example.org/a',
    author: null,
    publishedAt: '2026-11-01T08:00:00.000Z',
  }
  const letter = letterOf({ entry, feed: { title: 'Essays' } } as never, { prefix: '', text: '' })
  expect(letter).toEqual({
    subject: 'https://example.org/a',
    text: 'https://example.org/a\nEssays · 2026-11-01\nhttps://example.org/a\n',
  })
})
