import { describe, expect, test } from 'vitest'
import { readAllowance } from './allowance.ts'
import { createOutbound, type Resolve } from './index.ts'

const nobody: Resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
const outbound = createOutbound({ allow: [], userAgent: 'Lectern/test', resolve: nobody })
const allowed = async (url: string) => (await outbound.refusal(url)) === null

const INNER_V4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '127.8.9.10',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',

  '168.63.129.16',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.7',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.4',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.254',
  '255.255.255.255',
]
const PUBLIC_V4 = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
]
const MORE_PUBLIC_V4 = [
  '126.255.255.255',
  '128.0.0.1',
  '169.253.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '223.255.255.1',
]

const parts = (address: string) => address.split('.').map(Number) as [number, number, number, number]
const whole = (address: string) => parts(address).reduce((sum, part) => sum * 256 + part, 0)
const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, '0')
const mapped = (text: string, from: number) =>
  [...text].map((sign) => (/\d/.test(sign) ? String.fromCodePoint(from + Number(sign)) : sign)).join('')
const CIRCLED = ['⓪', '①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨']

/** Ways to write the same IPv4 address that a URL parser reads alike. */
const SPELLINGS: Readonly<Record<string, (address: string) => string>> = {
  plain: (a) => a,
  'a dot at the end': (a) => `${a}.`,
  decimal: (a) => String(whole(a)),
  hexadecimal: (a) => `0x${hex(whole(a))}`,
  'capital hexadecimal': (a) => `0X${hex(whole(a)).toUpperCase()}`,
  octal: (a) => `0${whole(a).toString(8)}`,
  'padded hexadecimal': (a) => `0x000000${hex(whole(a), 8)}`,
  'parts in hexadecimal': (a) =>
    parts(a)
      .map((part) => `0x${hex(part)}`)
      .join('.'),
  'parts in octal': (a) =>
    parts(a)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  'parts in padded octal': (a) =>
    parts(a)
      .map((part) => part.toString(8).padStart(8, '0'))
      .join('.'),
  'parts mixed': (a) => {
    const [one, two, three, four] = parts(a)
    return `0x${hex(one)}.0${two.toString(8)}.${three}.0x${hex(four, 4)}`
  },
  'two parts': (a) => `${parts(a)[0]}.${whole(a) % 2 ** 24}`,
  'three parts': (a) => `${parts(a)[0]}.${parts(a)[1]}.${whole(a) % 2 ** 16}`,
  'full width': (a) => mapped(a, 0xff10),
  'mathematical bold': (a) => mapped(a, 0x1d7ce),
  circled: (a) => a.replaceAll(/\d/g, (digit) => CIRCLED[Number(digit)] ?? digit),
  'ideographic stops': (a) => a.replaceAll('.', '。'),
  'half-width stops': (a) => a.replaceAll('.', '\uff61'),
  'percent encoded': (a) => a.replaceAll('1', '%31').replaceAll('.', '%2E'),
  'behind a sign-in': (a) => `example.org@${a}`,
  'behind a password': (a) => `example.org:80@${a}`,
  'on another port': (a) => `${a}:8080`,
  mapped: (a) => `[::ffff:${a}]`,
  'mapped in hexadecimal': (a) => `[::ffff:${hex(whole(a) >>> 16)}:${hex(whole(a) % 65_536)}]`,
  'mapped at length': (a) => `[0000:0000:0000:0000:0000:FFFF:${a}]`,
  translated: (a) => `[::ffff:0:${a}]`,
  NAT64: (a) => `[64:ff9b::${a}]`,
}
const REFUSED_EVEN_IF_PUBLIC: typeof SPELLINGS = {
  compatible: (a) => `[::${a}]`,
  'local NAT64': (a) => `[64:ff9b:1::${a}]`,
  '6to4': (a) => `[2002:${hex(whole(a) >>> 16)}:${hex(whole(a) % 65_536)}::1]`,
  Teredo: (a) => `[2001:0:${hex(whole(a) >>> 16)}:${hex(whole(a) % 65_536)}::1]`,
  ISATAP: (a) => `[fe80::5efe:${a}]`,
  'overflowing parts': (a) =>
    parts(a)
      .map((part) => part + 256)
      .join('.'),
  'overflowing number': (a) => String(whole(a) + 2 ** 32),
  'letters in the digits': (a) => `o${a}`,
  'a zone': (a) => `[::ffff:${a}%25eth0]`,
}

describe('an IPv4 address is the same however it is written', () => {
  test.each(Object.entries(SPELLINGS))('%s', async (_, spell) => {
    for (const address of INNER_V4)
      expect([spell(address), await allowed(`http://${spell(address)}/`)]).toEqual([spell(address), false])
    for (const address of [...PUBLIC_V4, ...MORE_PUBLIC_V4])
      expect([spell(address), await allowed(`http://${spell(address)}/feed`)]).toEqual([spell(address), true])
  })

  test.each(Object.entries(REFUSED_EVEN_IF_PUBLIC))('%s leads nowhere', async (_, spell) => {
    for (const address of [...INNER_V4, ...PUBLIC_V4])
      expect(await allowed(`http://${spell(address)}/`)).toBe(false)
  })

  test('nor by way of a tunnel in a public IPv6 address', async () => {
    expect(await allowed('http://[2606:4700::5efe:10.0.0.1]/')).toBe(false)
    expect(await allowed('http://[2606:4700::200:5efe:127.0.0.1]/')).toBe(false)
    expect(await allowed('http://[2606:4700::5efe:8.8.8.8]/')).toBe(true)
  })
})

test.each([
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::2',
  '::7f00:1',
  '100::1',
  '100:0:0:1::1',
  '1::1',
  'fe80::1',
  'febf::1',

  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'ff02::1',
  'ff0e::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',

  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '2001:1ff::1',
  '2002::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  '::ffff:0:0',
])('nothing inside or reserved is reached at [%s]', async (address) => {
  expect(await allowed(`http://[${address}]/`)).toBe(false)
})

test.each([
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:81b::200e',
  '2400:cb00::1',
  '2c0f:fb50::1',
  '2620:fe::fe',
])('the web is reached at [%s]', async (address) => {
  for (const port of ['', ':80', ':443', ':8080'])
    expect(await allowed(`https://[${address}]${port}/feed.xml`)).toBe(true)
})

const INNER_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'foo.localhost',
  'a.b.localhost.',
  'localhost.localdomain',

  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
  'intranet',
  'router',
  'printer.local',
  'nas.lan',
  'wiki.corp',

  'db.internal',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'METADATA.GOOGLE.INTERNAL',

  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'rancher-metadata',
  'instance-data.ec2.internal',

  'host.docker.internal',
  'gateway.docker.internal',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',

  'kubernetes',
  'redis',
  'web.consul',
  'box.home',
  'box.home.arpa',
  'fritz.box',
  '1.0.0.127.in-addr.arpa',
  'x.private',
  'localtest.me',
  'deep.localtest.me',
  'lvh.me',
  'app.lvh.me',
  'vcap.me',
  'spoofed.burpcollaborator.net',

  '127.0.0.1.nip.io',
  'app.10.0.0.1.nip.io',
  '10-0-0-1.nip.io',
  'customer-10-0-0-1.nip.io',
  '7f000001.nip.io',

  'magic-7f000001.nip.io',
  '192-168-1-250.sslip.io',
  'www.192.168.0.1.sslip.io',
  '--1.sslip.io',
  'fd00--1.sslip.io',
  '10.0.0.1.xip.io',
  'mysite.10.0.0.1.xip.io',
  '169.254.169.254.nip.io',
  '169.254.169.254.xip.io',
  '7f000001.c0a80001.rbndr.us',
  'make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'local\u00ADhost',

  'ｌｏｃａｌｈｏｓｔ',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'example.org@localhost',
  'localhost:8080',
  'ⓜetadata.google.internal',
]
test.each(INNER_NAMES)('the name %s is known to lead inside, without asking anybody', async (name) => {
  expect(await allowed(`http://${name}/`)).toBe(false)
  expect(await allowed(`https://${name}/feed`)).toBe(false)
})

const PUBLIC_NAMES = [
  'example.com',
  'EXAMPLE.COM',
  'example.com.',
  'www.example.org',
  'a-b.example.co.uk',
  'xn--bcher-kva.example',

  'bücher.example',
  '例え.テスト',
  'пример.рф',
  'localhost.example.com',
  'mylocalhost.com',
  'internal.example.com',

  'local.news',
  'thelocal.se',
  'home.cern',
  'corporate.example',
  'metadata.example.com',
  '127.example.com',

  '127.0.0.1.example.com',
  '93.184.216.34.nip.io',
  '1-1-1-1.sslip.io',
  'nip.io',
  'lan.example.net',
  'notlocaltest.me',

  '0x7f.example.org',
  '10.example.com',
  'under_score.example.com',
  '8.8.8.8',
  'user:word@feeds.example.com',
]
test.each(PUBLIC_NAMES)('the name %s is permitted', async (name) => {
  for (const scheme of ['http', 'https', 'HTTP'])
    expect(await allowed(`${scheme}://${name}/feed.xml?format=rss&a=http://127.0.0.1/#x`)).toBe(true)
})

test('ports of the web are open, those of other services are not', async () => {
  for (const port of [
    80, 81, 443, 591, 1200, 3000, 4000, 4310, 5000, 8000, 8008, 8080, 8081, 8443, 8888, 9000, 9090, 49_152,
    65_535,
  ])
    expect([port, await allowed(`http://example.com:${port}/`)]).toEqual([port, true])
  for (const port of [
    0, 1, 7, 19, 21, 22, 23, 25, 53, 69, 110, 111, 135, 139, 143, 389, 445, 465, 587, 636, 993, 1433, 2049,
    2375,
  ])
    expect([port, await allowed(`http://example.com:${port}/`)]).toEqual([port, false])
  for (const port of [3306, 3389, 5432, 5900, 6379, 6667, 10_250, 11_211, 27_017, 65_536, 99_999])
    expect([port, await allowed(`http://8.8.8.8:${port}/`)]).toEqual([port, false])
})

test.each([
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://example.org/_x',
  'ftp://example.org/',
  'dict://example.org:11211/stat',

  'ldap://example.org/',
  'ldaps://example.org/',
  'tftp://example.org/x',
  'sftp://example.org/',
  'jar:http://example.org!/',
  'ws://example.org/',

  'data:text/html,x',
  'javascript:alert(1)',
  'vbscript:x',
  'blob:https://example.org/x',
  'about:blank',
  'netdoc:///etc/passwd',

  'phar://x.phar',
  'php://input',
  'expect://id',
  'smb://example.org/',
  'ssh://example.org',
  'telnet://example.org',
  'view-source:http://example.org',

  'unix:///var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'feed:http://127.0.0.1/',
  'url:http://example.org/',
  '0://example.org:80',
])('%s is no address of the web', async (url) => {
  expect(await allowed(url)).toBe(false)
})

test.each([
  '',
  ' ',
  'not an address',
  '//127.0.0.1/',
  '////127.0.0.1/',
  'http://',
  'http:///',
  'https://?',
  'http://[',
  'http://[::1',
  'http://]/',

  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  'http:///127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:\\/\\/127.0.0.1/',
  '\\\\127.0.0.1\\x',

  'http://127.0.0.1\\@example.com/',
  'http://example.com\\@127.0.0.1/',
  'http://127.1.1.1:80\\@127.2.2.2:80/',
  'http://127.1.1.1:80:\\@@8.8.8.8:80/',

  'http://127.1.1.1:80#\\@8.8.8.8:80/',
  'http://127.0.0.1?@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1/@example.com',

  'http://1.1.1.1 &@2.2.2.2# @3.3.3.3/',
  'http://foo@127.0.0.1:80@example.com/',
  'http://foo@127.0.0.1 @example.com/',
  'http://a@b@example.com/',

  'http://127.0.0.1%00.example.com/',
  'http://127.0.0.1%09.example.com/',
  'http://127.0.0.1%0d%0a.example.com/',
  'http://example.com%2f@127.0.0.1/',

  'http://exa\tmple.com/',
  'http://127.0.\n0.1/',
  'http://127.0.0.1\t/',
  '\u0000http://127.0.0.1/',
  ' http://127.0.0.1/ ',
  'http://127.0.0.1 /',

  'http://[::1%25lo]/',
  'http://[fe80::1%eth0]/',
  'http://[::1]:80:80/',
  'http://[::1].example.com/',
  'http://%5B::1%5D/',
  'http://[0:0:0:0:0:0:0:0:1]/',

  'http://256.256.256.256/',
  'http://425.510.425.510/',
  'http://1.2.3.4.5/',
  'http://0x100000000/',
  'http://09.0.0.1/',
  'http://127.0.0.0x/',

  'http://127..0.0.1/',
  'http://.127.0.0.1/',
  'http://127.0.0.1:abc/',
  'http://127.0.0.1:-1/',
  'http://ex ample.com/',
  'http://<x>/',
  'http://exa|mple.com/',
])('%j fools nobody', async (url) => {
  expect(await allowed(url)).toBe(false)
})

describe('a name is judged by all that it resolves to', () => {
  const notifications = (addresses: readonly string[]) =>
    outbound.refusal('http://feeds.example.com/', addresses)
  test.each(INNER_V4.map((address) => [address]))('%s', async (address) => {
    expect(await notifications([address])).toMatchObject({ kind: 'refused' })
    expect(await notifications(['93.184.216.34', `::ffff:${address}`])).toMatchObject({ kind: 'refused' })
  })
  test('and is let through when that is the web', async () => {
    expect(await notifications([...PUBLIC_V4, '2606:4700::1111'])).toBeNull()
  })
})

test('the owner opens the home network by name, address, block and port', () => {
  const { host } = readAllowance(['feeds.home.example', '10.0.0.0/8', 'rsshub:1200', '[fd00::1]:80'])
  expect([
    host('feeds.home.example', 1),
    host('10.9.9.9', 80),
    host('rsshub', 1200),
    host('fd00::1', 80),
  ]).not.toContain(false)
  expect([
    host('x.feeds.home.example', 1),
    host('11.0.0.1', 80),
    host('rsshub', 80),
    host('fd00::1', 81),
  ]).not.toContain(true)
})
