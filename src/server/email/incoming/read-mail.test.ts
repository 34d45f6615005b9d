import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitise } from '../../feeds/sanitise/sanitise.ts'
import { readMail } from './read-mail.ts'
import { draftOfMail, htmlOfMail } from './read-mail-entry.ts'

const NOW = Date.UTC(2026, 4, 1, 12)
const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text.replaceAll('\n', '\r\n'), encoding)
const mail = (text: string, encoding?: BufferEncoding) => readMail(bytesOf(text, encoding))
const plain = (head: string, body = 'Body') => mail(`${head}\n\n${body}`)
const subject = async (text: string) => (await plain(`Subject: ${text}`)).subject
const date = async (text: string) => {
  const { date: read } = await plain(`Date: ${text}`)
  return read === null ? null : new Date(read).toISOString()
}

describe('a subject', () => {
  test.each([
    ['=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?=', '日本語'],
    ['=?gb2312?B?1tDOxA==?= =?gb2312?B?1tDOxA==?=', '中文中文'],
    ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
    ['=?UTF-8?B?4p?= =?UTF-8?B?yT?=', '✓'],
    ['=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?NONE?B?VEVTVA=?=', 'TEST'],
    ['=?utf-8?Q?What?_is?=', 'What? is'],
    ['=?utf-8?Q?two words?=', 'two words'],
    ['=?utf-8?B?R3LDvMOfZQ', 'Grüße'],
    ['plain =?utf-8?Q?and?= plain', 'plain and plain'],
    ['1 =? 2 ?= 3', '1 =? 2 ?= 3'],
    ['=?x-unknown?Q?a=E4?=', 'aä'],
    ['=?utf-8?Q?cut=20=C3=?= =?utf-8?Q?A4?=', 'cut ä'],
    ['\u001b$BF|K\\\u001b(B', '日本'],
    ['=?utf-7?Q?+AOQ-?=', 'ä'],
    // UTF-8 under the label of another charset.
    ['=?iso-8859-1?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?us-ascii?Q?caf=C3=A9?=', 'café'],
    ['=?windows-1251?B?0J/RgNC40LLQtdGC?=', 'Привет'],
    ['=?gb2312?B?5Lit5paH5YaF5a65?=', '中文内容'],
    ['=?shift_jis?B?5pel5pys6Kqe?=', '日本語'],
    ['=?windows-874?B?4LiX4Lib4Lit4Lia?=', 'ทปอบ'],
    // For text that may be valid UTF-8 by chance, the label counts.
    ['=?gb2312?B?w7w=?=', '眉'],
    ['=?windows-874?Q?=C5=B4_50%_=C5=B4?=', 'ลด 50% ลด'],
    ['=?windows-1251?Q?=C5=B8?=', 'Её'],
    // ISO-2022-JP: every word ends in ASCII; or one is cut inside a shift.
    ['=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= =?ISO-2022-JP?B?GyRCOGwbKEI=?=', '日本語'],
    ['=?ISO-2022-JP?B?GyRCRnxLXA==?= =?ISO-2022-JP?Q?8l=1B(B?=', '日本語'],
    ['=?ISO-2022-JP?B?GyRCRnxLXA==?= / =?ISO-2022-JP?B?OGwbKEI=?=', '日本 / 語'],
    ['folded\n over\n\tlines', 'folded over lines'],
    ['', null],
  ])('written as %j is %j', async (written, read) => {
    expect(await subject(written)).toBe(read)
  })

  test('in unencoded characters is decoded by the declared charset', async () => {
    expect(await subject('Grüße')).toBe('Grüße')
    expect((await mail('Subject: Gr\u00fc\u00dfe\n\nx', 'latin1')).subject).toBe('Grüße')
    const russian = mail(
      'Subject: \u00f0\u00d2\u00c9\u00d7\u00c5\u00d4\nContent-Type: text/plain; charset=koi8-r\n\n\u00f0',
      'latin1',
    )
    expect(await russian).toMatchObject({ subject: 'Привет', text: 'П' })
  })
})

test('a missing sender is the envelope sender', async () => {
  expect((await plain('Sender: s@a.example')).from.address).toBe('s@a.example')
  expect((await plain('Return-Path: <r@a.example>')).from.address).toBe('r@a.example')
  expect((await plain('To: t@a.example')).from).toEqual({ name: null, address: null })
})

test.each([
  ['Thu, 13 Feb 1969 23:32:54 -0330 (Newfoundland Time)', '1969-02-14T03:02:54.000Z'],
  ['Fri, 21 Nov 1997 09:55:06 -0600 (CST)', '1997-11-21T15:55:06.000Z'],
  ['21 Nov 97 09:55 GMT', '1997-11-21T09:55:00.000Z'],
  ['Fri, 21 Nov 1997 09(comment):   55  :  06 -0600', '1997-11-21T15:55:06.000Z'],
  ['Tue Apr 02 2024 10:00:00 GMT+0200 (CEST)', '2024-04-02T08:00:00.000Z'],
  ['2024-04-02 10:00:00', '2024-04-02T10:00:00.000Z'],
  ['Tue, 2 Apr 2024 10.00.00 +0000', '2024-04-02T10:00:00.000Z'],
  ['Tue, 2 Apr 102 10:00:00 +0000', '2002-04-02T10:00:00.000Z'],
  [' '.repeat(400_000), null],
  ['Wed, 15 Dec 2010    59:10 -0500', null],
  ['nonsense', null],
])('a date written as %s is %s', async (written, read) => {
  expect(await date(written)).toBe(read)
})

describe('the content of an e-mail', () => {
  test.each([
    ['iso-8859-15', [0xa4], '€'],
    ['"windows-1251"', [0xcf, 0xf0], 'Пр'],
    ['shift_jis', [0x93, 0xfa], '日'],
    ['us-ascii', [0xc3, 0xa4, 0xc3, 0xb6, 0xc3, 0xbc], 'äöü'],
    ['x-nobody-knows', [0xe4], 'ä'],
    ['utf-7', [...Buffer.from('+AOQ-')], 'ä'],
    ['iso-2022-kr', [...Buffer.from('\u001b$)C\u000e>H3g\u000f ok')], '안녕 ok'],
    ['us-ascii', [...Buffer.from('\u001b$BF|K\\\u001b(B')], '日本'],
  ])('in %s', async (charset, letters, read) => {
    const head = Buffer.from(`Content-Type: text/plain; charset=${charset}\r\n\r\n`)
    expect((await readMail(Buffer.concat([head, Buffer.from(letters)]))).text?.trim()).toBe(read)
  })

  test('flows over lines that end in a blank', async () => {
    const { text } = await plain('Content-Type: text/plain; format=flowed; delsp=no', 'One \nline.\nTwo')
    expect(text).toBe('One line.\nTwo')
  })

  test.each([
    ['> Asked \n> long ago\nAnswered \nnow', '> Asked long ago\nAnswered now'],
    ['>> One \n> two \n>three', '>> One \n> two three'],
    ['Words \n-- \nName', 'Words \n-- \nName'],
    [' >no quote\n  one blank', '>no quote\n one blank'],
  ])('flows in its quotes: %j', async (written, read) => {
    expect((await plain('Content-Type: text/plain; format=flowed', written)).text).toBe(read)
  })

  test('flows without spaces between words that have none', async () => {
    const { text } = await plain('Content-Type: text/plain; format=flowed; delsp=yes', '日 \n本')
    expect(text).toBe('日本')
  })

  test('is found in parts within parts, with what hangs on it', async () => {
    const read = await mail(`Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/alternative; boundary="a b"

--a b
Content-Type: text/plain

Words
--a b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>W=C3=B6rter</p>
--a b--
--a
Content-Type: application/pdf; name*0*=utf-8''Gr%C3%BC; name*1*=%C3%9Fe.pdf
Content-Transfer-Encoding: base64

AAAA
--a
Content-Type: message/rfc822

Subject: Inner
Content-Type: text/html

<p>Within</p>
--a--`)
    expect(read).toMatchObject({ text: 'Words', html: '<p>Wörter</p>' })
    expect(read.parts.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Grüße.pdf', 'application/pdf'],
      [null, 'message/rfc822'],
    ])
    const { content } = await draftOfMail(read, NOW)
    expect(content).toBe(
      '<p>Wörter</p><hr /><p><b>Inner</b></p><p>Within</p><hr /><ul><li>📎 Grüße.pdf (1 KB)</li></ul>',
    )
  })

  test.each([
    ['no boundary is named', 'multipart/mixed'],
    ['another boundary is named', 'multipart/mixed; boundary=other'],
  ])('is found although %s', async (_, type) => {
    const read = await plain(
      `Subject: S\nContent-Type: ${type}`,
      '--b\nContent-Type: text/html\n\n<p>Hi</p>\n--b--\n',
    )
    expect(read).toMatchObject({ subject: 'S', html: '<p>Hi</p>' })
  })

  test.each([
    ['in lines that end in CR alone', 'Subject: S\r\rBody', 'Body'],
    ['letter for letter in lines that end in CR alone', 'Subject: S\r\r“À” œ', '“À” œ'],
    [
      'letter for letter between boundaries that no header names',
      'Content-Type: multipart/mixed\n\n--b\nContent-Type: text/plain\n\n“À” œ\n--b--',
      '“À” œ',
    ],
    [
      'below headers that no blank line ends',
      'Subject: S\nTo: t@a.example\nBody: no\nIt begins here',
      'It begins here',
    ],
    ['in a mail without any header', 'Dear all\n\nIt begins above', 'Dear all\n\nIt begins above'],
    ['below headers with rubbish among them', 'Subject: S\nrubbish\nTo: t@a.example\n\nBody', 'Body'],
    ['under blanks before the colons', 'From : f@a.example\nSubject : S\n\nBody', 'Body'],
    [
      'in a part that begins at once',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nHi\nyou\n--b--',
      'Hi\nyou',
    ],
    [
      'in a part whose headers run into it',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\nHi\n--b--',
      'Hi',
    ],
    [
      'in parts whose boundary nobody indented',
      'Content-Type: multipart/mixed;\nboundary=b\n\n--b\nContent-Type: text/plain;\ncharset=utf-8\n\nHä\n--b--',
      'Hä',
    ],
  ])('is found %s', async (_, written, text) => {
    const raw = written.includes('\r') ? Buffer.from(written) : bytesOf(written)
    expect((await readMail(raw)).text).toBe(text)
  })

  test.each([
    ['text', 'Grüße'],
    ['plain; charset=utf-8', 'Grüße'],
    ['text/plain charset=utf-8', 'Grüße'],
    ['text/plain, charset=utf-8', 'Grüße'],
    ['; charset=utf-8', 'Grüße'],
    ['text / plain (words); charset=utf-8', 'Grüße'],
  ])('is text of type %s', async (type, text) => {
    expect((await plain(`Content-Type: ${type}`, 'Grüße')).text).toBe(text)
  })

  test('is markup of an incomplete content type', async () => {
    expect((await plain('Content-Type: html', '<p>Hi</p>')).html).toBe('<p>Hi</p>')
  })

  test.each([
    ['quoted-printable', 'soft=  \nline=C3=A4   \nnext', 'softlineä\nnext'],
    ['Quoted_Printable', '=C3=A4', 'ä'],
    ['"quoted-printable";', '=C3=A4', 'ä'],
    ['base 64', 'w6Q=', 'ä'],
    ['base64', 'w6Q=\nw6Q=', 'ää'],
    ['base64', 'w6Q=\n-- \nTo leave this list', 'ä'],
    ['x-uuencode', 'begin 644 words.txt\n%2&5L;&\\\n`\nend', 'Hello'],
    ['uuencode', 'no begin', 'no begin'],
    ['x-nobody-knows', '=C3=A4', '=C3=A4'],
  ])('travels as %s', async (encoding, body, text) => {
    const head = `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}`
    expect((await plain(head, body)).text).toBe(text)
  })

  test.each([
    ['Content-Disposition: filename=a.pdf', 'a.pdf'],
    ["Content-Disposition: attachment; filename='a.pdf'", 'a.pdf'],
    ['Content-Disposition: attachment;\nfilename="a b.pdf"', 'a b.pdf'],
  ])('has something attached by %j', async (header, filename) => {
    const { parts } = await plain(
      'Content-Type: multipart/mixed; boundary=b',
      `--b\nContent-Type: application/pdf\n${header}\n\nx\n--b--`,
    )
    expect(parts.map((part) => part.filename)).toEqual([filename])
  })

  test('is found in a mail of many parts that has none', async () => {
    expect(await plain('Content-Type: multipart/mixed; boundary=b', 'Only words')).toMatchObject({
      text: 'Only words',
    })
  })

  test('is found behind the first line of a mailbox file', async () => {
    expect(await plain('From me@a.example Fri May  1 12:00:00 2026\nSubject: S')).toMatchObject({
      subject: 'S',
      text: 'Body',
    })
    expect(await mail('\n\nSubject: S\n\nBody')).toMatchObject({ subject: 'S', text: 'Body' })
  })

  test('may be nothing at all', async () => {
    const nothing = { subject: null, date: null, html: null, text: null, messageId: null, parts: [] }
    expect(await mail('')).toMatchObject(nothing)
    expect(await plain('X-Only: header')).toMatchObject({ ...nothing, text: 'Body' })
  })
})

describe('an entry of a mail', () => {
  test('has its pictures where they are named, and the others at its end, unless they are too large', async () => {
    const picture = (id: string, size: number) => `--a
Content-Type: image/png; name=${id}.png
Content-ID: <${id}>
Content-Transfer-Encoding: base64

${Buffer.alloc(size, 1).toString('base64')}
`
    const read = await mail(`Content-Type: multipart/related; boundary=a

--a
Content-Type: text/html

<p><img src="cid:one"><img src='CID:large'></p>
${picture('one', 60)}${picture('two', 60)}${picture('large', 900_000)}--a--`)
    const data = `data:image/png;base64,${Buffer.alloc(60, 1).toString('base64')}`
    const { content } = await draftOfMail(read, NOW)
    expect(content?.split(data)).toHaveLength(3)
    expect(content?.length).toBeLessThan(2000)
    expect(htmlOfMail(read)).toContain(data)
  })

  test('is the same one when the mail comes again, also without a Message-ID', async () => {
    const guid = async (text: string) => (await draftOfMail(await mail(text), NOW)).guid
    expect(await guid('Subject: A\n\nB')).toBe(await guid('Subject: A\n\nB'))
    expect(await guid('Subject: A\n\nB')).not.toBe(await guid('Subject: A\n\nC'))
    expect(await guid('Message-ID: <x@y>\n\nB')).toBe('x@y')
  })

  test('is never dated in the future', async () => {
    const at = async (head: string) => (await draftOfMail(await plain(head), NOW)).publishedAt
    expect(await at('Date: Fri, 1 May 2037 10:00:00 +0000')).toBeNull()
    expect(await at('Date: Fri, 1 May 2026 10:00:00 +0000')).toBe(Date.UTC(2026, 4, 1, 10))
    expect(await at('Received: by a.example; Fri, 1 May 2026 09:00:00 +0000 (UTC)')).toBe(
      Date.UTC(2026, 4, 1, 9),
    )
  })

  test('of text alone is paragraphs with links that lead', async () => {
    const { content } = await draftOfMail(
      await plain('Subject: A', 'See https://a.example/x?utm_source=b\n\n<b>'),
      NOW,
    )
    expect(content).toMatch(/^<p>See <a href="https:\/\/a\.example\/x" .*<\/p><p>&lt;b&gt;<\/p>$/)
  })

  test('has the way out of a newsletter once', async () => {
    const head = 'List-Unsubscribe: <https://a.example/out?a=1&b=2>\nContent-Type: text/html'
    const out = async (html: string) => (await draftOfMail(await plain(head, html), NOW)).content
    expect(await out('<p>Hi</p>')).toMatch(
      /<hr \/?><p><a href="https:\/\/a\.example\/out\?a=1&amp;b=2"[^>]*>Unsubscribe<\/a><\/p>$/,
    )
    expect(
      (await out('<a href="https://a.example/out?a=1&amp;b=2">Leave</a>'))?.match(/out\?/g),
    ).toHaveLength(1)
    const script = await plain('List-Unsubscribe: <javascript:alert(1)>')
    expect(await draftOfMail(script, NOW)).toMatchObject({ extra: null, content: '<p>Body</p>' })
  })
})

describe('mail that is broken', () => {
  const folder = join(import.meta.dirname, 'samples')
  const samples = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const whole = new Map(samples.map((name) => [name, readFileSync(join(folder, name))]))
  /** The errors in the entry of a mail: none, however broken the mail. */
  const faults = async (raw: Uint8Array): Promise<string[]> => {
    const draft = await draftOfMail(await readMail(raw), NOW)
    const message = [draft.title, draft.content, draft.description, draft.guid, draft.author]
    const content = draft.content ?? ''
    return [
      ...message
        .filter((text) => text !== null && (!text.isWellFormed() || text.includes('\0')))
        .map(() => 'unkeepable'),
      // Sanitising again changes nothing.
      ...(sanitise(content, null).html === content ? [] : ['unsafe']),
    ]
  }

  test('there are samples', () => expect(samples.length).toBeGreaterThan(2))

  test.each(samples)('%s cut off anywhere is still read', async (name) => {
    const raw = whole.get(name) ?? Buffer.alloc(0)
    const step = Math.max(1, Math.floor(raw.length / 150))
    for (let at = 0; at < raw.length; at += step) expect(await faults(raw.subarray(0, at))).toEqual([])
  })

  test('samples with anything changed are still read', async () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat(40), put: fc.uint8Array({ maxLength: 40 }) })
    const changed = fc.tuple(fc.constantFrom(...samples), fc.array(change, { minLength: 1, maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(changed, async ([name, changes]) => {
        let raw = whole.get(name) ?? Buffer.alloc(0)
        for (const { at, length, put } of changes) {
          const location = at % (raw.length + 1)
          raw = Buffer.concat([raw.subarray(0, location), put, raw.subarray(location + length)])
        }
        expect(await faults(raw)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('headers of nothing but marks end', async () => {
    const marks = fc.stringMatching(/^[=?<>"(),;:\\@QB \n\t-]{0,300}$/)
    await fc.assert(
      fc.asyncProperty(marks, async (text) => {
        const head = ['From', 'Subject', 'Date', 'Content-Type'].map((name) => `${name}: ${text}\n`)
        expect(await faults(bytesOf(`${head.join('')}\n${text}`))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('seams and lines of nothing by the ten thousand end', async () => {
    const head = 'Content-Type: multipart/mixed; boundary=b\n\n'
    const { parts, text } = await mail(`${head}${'--b\n'.repeat(30_000)}Last`)
    expect(parts).toEqual([])
    expect(text).toContain('Last')
    expect((await mail(`Subject: S\n\n${'=\n'.repeat(100_000)}`)).text).toHaveLength(199_999)
  })

  test('parts within parts by the thousand end', async () => {
    const deep = Array.from(
      { length: 3000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    ).join('')
    expect(await faults(bytesOf(`Subject: Deep\n${deep}`))).toEqual([])
    const messages = 'Content-Type: message/rfc822\n\n'.repeat(3000)
    expect(await faults(bytesOf(`Subject: Deep\n${messages}`))).toEqual([])
  })
})

test('the text of an e-mail is cut off at two million characters', async () => {
  const long = await plain(
    'Subject: Long\nContent-Type: text/html',
    `<p>begin${'x'.repeat(3_000_000)}end</p>`,
  )
  const { content } = await draftOfMail(long, NOW)
  expect(content).toMatch(/^<p>begin/)
  expect(content).toMatch(/…<\/p>$/)
  expect(content?.length).toBeLessThan(2_000_100)
})

test('a body in UTF-8 under another label is read as UTF-8, and one that is what it says stays', async () => {
  const body = (charset: string, bytes: Uint8Array) =>
    readMail(Buffer.concat([bytesOf(`Content-Type: text/plain; charset=${charset}\n\n`), bytes]))
  const utf8 = Buffer.from('Grüße, café')
  for (const charset of ['iso-8859-1', 'us-ascii', 'windows-1251', 'gbk', 'koi8-r'])
    expect((await body(charset, utf8)).text, charset).toBe('Grüße, café')
  expect((await body('gbk', Buffer.from('d6d0cec4', 'hex'))).text).toBe('中文')
  expect((await body('iso-8859-1', Buffer.from('Gr\u00fc\u00dfe', 'latin1'))).text).toBe('Grüße')
  const shifted = '\u001b$BF|K\\\u001b(B\u001b$B8l\u001b(B'
  expect((await body('iso-2022-jp', Buffer.from(shifted))).text).toBe('日本語')
})
