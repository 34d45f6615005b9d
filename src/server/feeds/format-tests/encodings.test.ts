import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode } from '../decode/decode.ts'
import { reading } from './reading.ts'

const around = (title: string, encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><rss><channel><title>${title}</title></channel></rss>`
/** ASCII with these bytes as the title. */
const withBytes = (encoding: string, bytes: readonly number[]): Uint8Array => {
  const [before = '', after = ''] = around('@', encoding).split('@')
  return Uint8Array.from([...Buffer.from(before, 'latin1'), ...bytes, ...Buffer.from(after, 'latin1')])
}

test.each([
  ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
  ['windows-1252', [0x80], '€'],
  ['iso-8859-1', [0xe9], 'é'],
  ['ISO8859-15', [0xa4], '€'],
  ['koi8-r', [0xf0, 0xd2], 'Пр'],
  ['koi8-u', [0xb4], 'Є'],
  ['big5', [0xa4, 0xa4], '中'],
  ['gb2312', [0xd6, 0xd0], '中'],
  ['gb18030', [0xd6, 0xd0], '中'],
  ['euc-kr', [0xc7, 0xd1], '한'],
  ['cp949', [0xc7, 0xd1], '한'],
  ['euc-jp', [0xc6, 0xfc], '日'],
  ['Shift_JIS', [0x93, 0xfa], '日'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
  ['euc_jp', [0xc6, 0xfc], '日'],
  ['ks_c_5601-1987', [0xc7, 0xd1], '한'],
  ['KS_X_1001', [0xc7, 0xd1], '한'],
  ['EUC-CN', [0xd6, 0xd0], '中'],
  ['x-mac-japanese', [0x93, 0xfa], '日'],
  ['iso_ir_101', [0xa1], 'Ą'],
  ['latin10', [0xa4], '€'],
  ['iso-celtic', [0xa1], 'Ḃ'],
  ['cp1051', [0xa1], 'À'],
  ['cspc8codepage437', [0x80], 'Ç'],
  ['tis620', [0xa1], 'ก'],
  ['iso-2022-kr', [0x1b, 0x24, 0x29, 0x43, 0x0e, 0x47, 0x51, 0x0f], '한'],
  ['hz-gb-2312', [0x7e, 0x7b, 0x56, 0x50, 0x7e, 0x7d], '中'],
  ['cp437', [0x80], 'Ç'],
  ['IBM850', [0x80], 'Ç'],
  ['dos-862', [0x80], 'א'],
  ['cp866', [0x80], 'А'],
  ['macintosh', [0x80], 'Ä'],
  ['mac_greek', [0xe1], 'α'],
  ['tis-620', [0xa1], 'ก'],
  ['no-such-name', [0xe9], 'é'],
  ['utf-16', [0xc3, 0xa9], 'é'],
])('%s', async (encoding, bytes, title) => {
  expect((await reading(withBytes(encoding, bytes))).feed.title).toBe(title)
})

test.each(['utf16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  '%s, with its mark and without',
  async (encoding) => {
    for (const mark of ['', '\ufeff']) {
      const text = mark + around('日本 é', encoding)
      const little = encoding.endsWith('le')
      const bytes = new Uint8Array(text.length * (encoding.startsWith('utf-32') ? 4 : 2))
      const view = new DataView(bytes.buffer)
      for (let at = 0; at < text.length; at += 1)
        if (encoding.startsWith('utf-32')) view.setUint32(at * 4, text.charCodeAt(at), little)
        else view.setUint16(at * 2, text.charCodeAt(at), little)
      expect((await reading(bytes)).feed.title).toBe('日本 é')
    }
  },
)

test.each([
  [
    'utf-8 under a header that says otherwise',
    Buffer.from(around('été à Łódź', 'utf-8')),
    'text/xml; charset=iso-8859-1',
    'été à Łódź',
  ],
  [
    'a header that is right where the document is wrong',
    withBytes('utf-8', [0xcf, 0xf0, 0xe8]),
    'text/xml; charset="windows-1251"',
    'При',
  ],
  [
    'a single wrong byte',
    Buffer.concat([
      Buffer.from('<rss><channel><title>日本語 '),
      Buffer.from([0x92]),
      Buffer.from('</title></channel></rss>'),
    ]),
    null,
    '日本語 ’',
  ],
  [
    'no name at all',
    Buffer.from('<rss><channel><title>caf\u00e9</title></channel></rss>', 'latin1'),
    null,
    'café',
  ],
  [
    'numbers of a Windows page',
    Buffer.from('<rss><channel><title>&#146;</title></channel></rss>'),
    null,
    '’',
  ],
])('%s', async (_, bytes, contentType, title) => {
  expect((await reading(bytes, { contentType })).feed.title).toBe(title)
})

const PACKED = around('é', 'utf-8')
test.each([
  ['gzip', gzipSync(PACKED)],
  ['gzip twice', gzipSync(gzipSync(PACKED))],
  ['gzip without its end', gzipSync(PACKED).subarray(0, -8)],
  ['zlib', deflateSync(PACKED)],
  ['zstd', zstdCompressSync(PACKED)],
])('a document that is packed with %s is read, whatever the header says', async (_, bytes) => {
  expect((await reading(bytes, { contentType: 'application/rss+xml' })).feed.title).toBe('é')
})

test('bytes that only begin as packed ones are text', () => {
  expect(decode(Uint8Array.from([0x1f, 0x8b, 8, 0x41]), null).text).toContain('A')
})

test('EBCDIC is read by its own page', () => {
  // `<?xml` and a space, then letters.
  const bytes = Uint8Array.from([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40, 0x6f, 0x6e, 0xc1, 0xc2])
  expect(decode(bytes, null)).toEqual({ text: '<?xml ?>AB', encoding: 'cp037' })
})
