import { describe, expect, test } from 'vitest'
import { atom, rdf, reading, rss } from './reading.ts'

const IMAGE = 'http://a.example/i.png'
describe('the metadata of a feed', () => {
  test.each([
    [rss('<title>T</title>'), { title: 'T' }],
    [rss('<title>A &amp;amp; b</title>'), { title: 'A & b' }],
    [rss('<dc:title>T</dc:title>'), { title: 'T' }],
    [rss('<image><title>No</title></image><title>T</title>'), { title: 'T' }],
    [rss('<item><title>No</title></item><title>T</title>'), { title: 'T' }],
    [rss('<description>&lt;b&gt;D&lt;/b&gt; e</description>'), { description: 'D e' }],
    [rss('<itunes:summary>D</itunes:summary>'), { description: 'D' }],
    [rss('<link>http://a.example/</link>'), { siteUrl: 'http://a.example/' }],
    [
      rss('<atom:link rel="self" href="http://a.example/f"/><link>http://a.example</link>'),
      { siteUrl: 'http://a.example' },
    ],
    [rss('<link>/</link>'), { siteUrl: 'http://site.example/' }],
    [
      rss('<link></link><atom:link rel="alternate" href="http://a.example/"/>'),
      { siteUrl: 'http://a.example/' },
    ],
    [rss(`<image><url>${IMAGE}</url><link>http://a.example/</link></image>`), { image: IMAGE }],
    [rss(`<image href="${IMAGE}"/>`), { image: IMAGE }],
    [rss(`<itunes:image href="${IMAGE}"/>`), { image: IMAGE }],
    [rss(`<media:thumbnail url="${IMAGE}"/>`), { image: IMAGE }],
    [rss('<language>pt-br</language>'), { language: 'pt-br' }],
    [rss('<ttl>60</ttl>'), { ttlMinutes: 60 }],
    [
      rdf('<title>T</title><description>D</description><link>http://a.example/</link>', ''),
      { title: 'T', description: 'D', siteUrl: 'http://a.example/' },
    ],
    [
      rdf(`<image rdf:resource="${IMAGE}"/>`, `<image rdf:about="${IMAGE}"><url>${IMAGE}</url></image>`),
      { image: IMAGE },
    ],
    [atom('<title>T</title><subtitle>S</subtitle>'), { title: 'T', description: 'S' }],
    [atom('<title type="html">&lt;b&gt;T&lt;/b&gt;</title>'), { title: 'T' }],
    [atom(`<logo>${IMAGE}</logo><icon>http://a.example/small</icon>`), { image: IMAGE }],
    [atom('<icon>/i.ico</icon>'), { image: 'http://site.example/i.ico' }],
    [atom('<link rel="self" href="/f"/><link href="/home"/>'), { siteUrl: 'http://site.example/home' }],
    [atom('<id>http://a.example/</id>'), { siteUrl: 'http://a.example/' }],
    [
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><tagline>S</tagline></feed>',
      { title: 'T', description: 'S' },
    ],
    [
      '<channel href="http://a.example/"><title>T</title><abstract>D</abstract></channel>',
      { title: 'T', description: 'D', siteUrl: 'http://a.example/' },
    ],
    [
      '{"version":"https://jsonfeed.org/version/1","title":"T","description":"D","home_page_url":"http://a.example/","icon":"http://a.example/i.png"}',
      { title: 'T', description: 'D', siteUrl: 'http://a.example/', image: IMAGE },
    ],
  ])('%s', async (document, expected) => {
    expect((await reading(document)).feed).toMatchObject(expected)
  })
})

describe('roots and namespaces of all kinds', () => {
  test.each([
    '<rss><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<rss version="0.91"><channel><title>T</title></channel><item><title>E</title></item></rss>',
    '<RSS VERSION="0.91"><CHANNEL><TITLE>T</TITLE><ITEM><TITLE>E</TITLE></ITEM></CHANNEL></RSS>',
    '<rss xmlns="http://www.w3.org/2005/Atom"><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<rss xmlns="http://nobody.example/ns"><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:title>T</r:title><r:item><r:title>E</r:title></r:item></r:channel></r:rss>',
    '<channel><title>T</title><item><title>E</title></item></channel>',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title></channel><item><title>E</title></item></rdf:RDF>',
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><title>T</title></channel><item><title>E</title></item></rdf:RDF>',
    '<Channel xmlns="http://purl.org/net/rss1.1#"><title>T</title><items><item><title>E</title></item></items></Channel>',
    '<feed><title>T</title><entry><title>E</title></entry></feed>',
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:title>E</a:title></a:entry></a:feed>',
    '<feed xmlns="http://www.w3.org/2005/Atom/"><title>T</title><entry><title>E</title></entry></feed>',
    '<atom:feed><atom:title>T</atom:title><atom:entry><atom:title>E</atom:title></atom:entry></atom:feed>',
    '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><!-- hello --><rss><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<!DOCTYPE rss [<!ENTITY x "E">]><rss><channel><title>T</title><item><title>&x;</title></item></channel></rss>',
    '\n\n junk <rss><channel><title>T</title><item><title>E</title></item></channel></rss>',
    '<html><body><rss><channel><title>T</title><item><title>E</title></item></channel></rss></body></html>',
    '<rss><channel><title>T</title><item><title>E</title></item></channel></rss><script>x</script>',
    '<rss><channel><title>T</title><item><title>E</title></channel></rss>',
    '<rss><channel><title>T<link>x</link><item><title>E<link>/1</link></item>',
    '{"version":"https://jsonfeed.org/version/1","title":"T","items":[{"id":"1","title":"E"},]}',
    '\ufeff{"title":"T","items":[{"id":"1","title":"E"}]}',
    '{"version":"https://jsonfeed.org/version/1","title":"T","items":[{"id":"1","title":"E"},{"id":"2","ti',
  ])('%s', async (document) => {
    const { feed, entries } = await reading(document)
    expect(feed.title).toBe('T')
    expect(entries.map(({ title }) => title)).toEqual(['E'])
  })

  test.each([
    '<rss/>',
    '<rss version="2.0"><channel/></rss>',
    '<feed/>',
    '<feed xmlns="http://www.w3.org/2005/Atom"></feed>',
    '<rdf:RDF/>',
  ])('%s is an empty feed', async (document) => {
    expect((await reading(document)).entries).toEqual([])
  })

  test.each([
    '',
    '   ',
    'hello',
    '{}',
    '[1]',
    '{"a":',
    '<html><body>x</body></html>',
    '<opml><body/></opml>',
    '<svg/>',
    '<html><p>&lt;rss></p></html>',
  ])('%s is no feed', async (document) => {
    await expect(reading(document)).rejects.toThrow(/./)
  })
})

describe('what is broken is named', () => {
  test.each([
    ['<rss><channel><item><title>a & b</title></item></channel></rss>', /lone &/],
    ['<rss><channel><item><title>a</title></channel></rss>', /left open/],
    ['<rss><channel><item><title>a</title><link>/1</link></item><item><title>b', /ends too early/],
    ['<rss><channel><item><title>a\u0003</title></item></channel></rss>', /forbids/],
    ['hm <rss><channel/></rss>', /before the document/],
    ['nel><item><title>a</title></item></channel></rss>', /beginning is missing/],
    [
      '<rss><channel><item><title>a</title><item><title>b</title></item></item></channel></rss>',
      /out of other entries/,
    ],
    [
      `<rss><channel><item><title>a</title><link>/1</link></item></channel>${'<a>'.repeat(700)}</rss>`,
      /nest too deep/,
    ],
  ])('%s', async (document, text) => {
    expect((await reading(document)).rescued.join()).toMatch(text)
  })

  test('of a document that was cut off, every entry stays that can be opened', async () => {
    const items = [1, 2, 3].map(
      (number) =>
        `<item><title>E${number}</title><link>/${number}</link><description>Text</description></item>`,
    )
    const whole = rss(items.join(''))
    const cut = await reading(whole.slice(0, whole.lastIndexOf('Text') + 2))
    expect(cut.entries.map(({ title }) => title)).toEqual(['E1', 'E2', 'E3'])
    expect((await reading(whole.slice(0, whole.lastIndexOf('<link>') + 4))).entries).toHaveLength(2)
  })
})

describe('a document that means harm', () => {
  test('entities that grow are left out, and those of files are never read', async () => {
    const levels = Array.from(
      { length: 20 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    ).join('')
    const { entries, rescued } = await reading(
      `<!DOCTYPE rss [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${levels}]><rss><channel><item><title>x&e20;&f;</title></item></channel></rss>`,
    )
    expect(entries[0]?.title?.length).toBeLessThan(30)
    expect(rescued.join()).toMatch(/grow too large/)
  })

  test.each([
    `<rss>${'<a>'.repeat(300_000)}`,
    `<rss><channel>${'<item>'.repeat(50_000)}`,
    `<rss><channel><item><title>${'<b></c>'.repeat(100_000)}`,
    `<rss><channel><item><title>${'&'.repeat(1_000_000)}`,
    `<rss><channel><item><title>${'<![CDATA['.repeat(100_000)}`,
    `<!DOCTYPE rss [${'<!ENTITY a "'.repeat(50_000)}`,
    `<rss ${'a="1" '.repeat(100_000)}>`,
    `<rss><channel><item><pubDate>${'1 Jan '.repeat(100_000)}`,
    `{"items":[${'['.repeat(100_000)}`,
    `<rss><channel><item><author>${'(a@'.repeat(100_000)}`,
  ])('a large and empty threat ends', async (document) => {
    await expect(reading(document).catch(() => 'refused')).resolves.toBeDefined()
  })
})
