import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../tests/support/mailbox.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { unzipped } from '../../tests/support/unzipped.ts'

const KINDLE = 'ann@kindle.example'
let box: Mailbox
let plugin: PluginServer
let later = 0

beforeEach(async () => {
  later = 0
  box = await startMailbox()
  const env = { SMTP_URL: box.url, MAIL_FROM: 'Lectern <lectern@example.org>', LOG_LEVEL: 'silent' }
  plugin = await startPluginServer('ereader', 'sqlite', { env, now: () => Date.now() + later })
  await plugin.set({ values: { enableEreader: true, ereaderAddress: KINDLE } })
  await plugin.deliver()
  box.mails.length = 0
})
afterEach(async () => {
  await plugin.close()
  await box.close()
})

const refused = (key: string, values?: object) => ({ ok: false, words: { key, ...(values && { values }) } })
/** The code that the e-reader received last. */
async function codeReceived(): Promise<string> {
  await plugin.deliver()
  return /\d{6}/.exec(box.mails.at(-1)?.attachments[0]?.filename ?? '')?.[0] ?? ''
}
const type = (code: string) => plugin.set({ values: { ereaderCode: code } })

test('an entry goes to the address as a book, once a code has confirmed it', async () => {
  expect(await plugin.save()).toEqual(refused('plugin.mailCodeSent', { address: KINDLE }))
  const code = await codeReceived()
  expect(box.mails).toHaveLength(1)
  expect(box.mails[0]?.to?.map(({ address }) => address)).toEqual([KINDLE])

  await type(code === '111111' ? '222222' : '111111')
  expect(await plugin.save()).toEqual(refused('plugin.mailCodeWrong', { address: KINDLE }))
  await type(code)
  expect(await plugin.save()).toMatchObject({ ok: true })
  await plugin.deliver()
  expect(box.mails).toHaveLength(2)
  const book = box.mails[1]?.attachments[0]
  expect(book).toMatchObject({ filename: 'A title.epub', mimeType: 'application/epub+zip' })
  const files = unzipped(new Uint8Array(book?.content as ArrayBuffer))
  expect(files['EPUB/chapter-1.xhtml']).toContain('A <em>story</em>.')

  // It stays confirmed, without the code.
  await type('')
  expect(await plugin.save()).toMatchObject({ ok: true })
})

test('another address needs a code of its own, and so does the same address of another user', async () => {
  await plugin.save()
  await type(await codeReceived())
  expect(await plugin.save()).toMatchObject({ ok: true })
  await plugin.set({ values: { ereaderAddress: 'eve@kindle.example' } })
  expect(await plugin.save()).toEqual(refused('plugin.mailCodeSent', { address: 'eve@kindle.example' }))
  expect(await plugin.save()).toEqual(refused('plugin.mailCodeWrong', { address: 'eve@kindle.example' }))
  const { db } = plugin.server.storage
  expect(
    await db.selectFrom('mailAddresses').select(['address', 'code']).orderBy('address').execute(),
  ).toEqual([
    { address: KINDLE, code: null },
    { address: 'eve@kindle.example', code: expect.any(String) },
  ])
})

test('a code ends after a day, and neither codes nor tries are without bound', async () => {
  await plugin.save()
  const code = await codeReceived()
  later = 90_000_000
  await type(code)
  expect(await plugin.save()).toEqual(refused('plugin.mailCodeSent', { address: KINDLE }))

  await type('no code')
  const answers: unknown[] = []
  for (let count = 0; count < 11; count += 1) answers.push(await plugin.save())
  expect(answers.slice(0, 10)).toEqual(
    Array.from({ length: 10 }, () => refused('plugin.mailCodeWrong', { address: KINDLE })),
  )
  expect(answers[10]).toEqual(refused('plugin.mailCodeTooOften'))
})

test('what is no address is refused, in words', async () => {
  expect(await plugin.set({ values: { ereaderAddress: 'my kindle' } })).toMatchObject({ ok: false })
})

test('without an address it says what is missing', async () => {
  await plugin.set({ values: { ereaderAddress: '' } })
  expect(await plugin.save()).toMatchObject({ ok: false, words: { values: { setting: 'ereaderAddress' } } })
})
