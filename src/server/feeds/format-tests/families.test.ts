/** Variants of real feeds that the other tables lack, one row each. */
import { describe, expect, test } from 'vitest'
import { atom, entry, item, rdf, reading, rss } from './reading.ts'

const first = async (document: string, options = {}) => (await reading(document, options)).entries[0]
const link = (url: string) => `<a href="${url}" rel="noopener noreferrer" target="_blank">l</a>`
const RELATIVE = '&lt;a href="x"&gt;l&lt;/a&gt;'

describe('what addresses in a text are relative to', () => {
  test.each([
    [
      'its own page',
      '<link>http://s.example/</link>',
      '<link>http://s.example/a/1</link>',
      'http://s.example/a/x',
    ],
    [
      'its page on another host of the site',
      '<link>http://s.example/</link>',
      '<link>http://blog.s.example/a/1</link>',
      'http://blog.s.example/a/x',
    ],
    [
      'the site, where the entry is about somebody else’s page',
      '<link>http://s.example/b/</link>',
      '<link>http://other.example/a/1</link>',
      'http://s.example/b/x',
    ],
    [
      'the site, where the entry is reached through a counter of clicks',
      '<link>http://s.example/</link>',
      '<link>http://feedproxy.example.org/~r/1</link>',
      'http://s.example/x',
    ],
    [
      'its page, where the feed names no site',
      '',
      '<link>http://a.example/a/1</link>',
      'http://a.example/a/x',
    ],
    [
      'its xml:base before all',
      '<link>http://s.example/</link>',
      '<link>http://s.example/a/1</link><description xml:base="http://b.example/c/">B</description>',
      'http://b.example/c/x',
    ],
    ['the feed, where there is nothing else', '', '<title>t</title>', 'http://site.example/feeds/x'],
  ])('%s', async (_, channel, fields, url) => {
    const text = fields.includes('<description')
      ? fields.replace('>B<', `>${RELATIVE}<`)
      : `${fields}<description>${RELATIVE}</description>`
    expect((await first(rss(`${channel}<item>${text}</item>`)))?.content).toBe(link(url))
  })
})

describe('tags of a whole page leave no trace in plain text', () => {
  test.each([
    [
      '&lt;html&gt;&lt;head&gt;&lt;meta charset="x"&gt;&lt;/head&gt;&lt;body&gt;&lt;p&gt;Hi&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;',
      'Hi',
    ],
    ['&lt;center&gt;&lt;font color="red"&gt;Hi&lt;/font&gt;&lt;/center&gt;', 'Hi'],
    ['&lt;fieldset&gt;&lt;legend&gt;A&lt;/legend&gt;&lt;label&gt;b&lt;/label&gt;&lt;/fieldset&gt;', 'A b'],
    ['&lt;map&gt;&lt;area&gt;&lt;/map&gt;&lt;nobr&gt;x&lt;/nobr&gt;', 'x'],
    ['List&lt;T&gt; of things', 'List<T> of things'],
  ])('%s', async (html, text) => {
    expect((await first(item(`<description>${html}</description>`)))?.description).toBe(text)
  })
})

describe('content in forms that few use', () => {
  const bag = (value: string) =>
    `<content:items><rdf:Bag><rdf:li><content:item><content:format rdf:resource="http://www.w3.org/1999/xhtml"/><rdf:value ${value}</rdf:value></content:item></rdf:li></rdf:Bag></content:items>`
  test.each([
    ['a bag of the content module, as markup', bag('rdf:parseType="Literal"><em>Hi</em>'), '<em>Hi</em>'],
    ['a bag of the content module, escaped', bag('>&lt;em&gt;Hi&lt;/em&gt;'), '<em>Hi</em>'],
  ])('%s', async (_, fields, content) => {
    const document = rdf('<title>t</title>', `<item rdf:about="http://site.example/1">${fields}</item>`)
    expect((await first(document))?.content).toBe(content)
  })

  test.each([
    [
      'a body of the web’s own namespace',
      '<body xmlns="http://www.w3.org/1999/xhtml"><p>Hi</p></body>',
      '<p>Hi</p>',
    ],
    ['a body without one', '<body><p>Hi</p></body>', '<p>Hi</p>'],
    ['fullitem', '<fullitem>&lt;p&gt;Hi&lt;/p&gt;</fullitem><description>s</description>', '<p>Hi</p>'],
    ['plain lines', '<description>One\n\nTwo\nthree</description>', '<p>One</p><p>Two<br />three</p>'],
  ])('%s', async (_, fields, content) => {
    expect((await first(item(fields)))?.content).toBe(content)
  })
})

describe('text that never ends', () => {
  test.each([
    ['<rss><channel><item><title><![CDATA[Hello</title><link>/1</link></item></channel></rss>', ['Hello']],
    [
      '<rss><channel><item><title>A</title><description><![CDATA[<p>b</p></description></item><item><title>C</title></item></channel></rss>',
      ['A', 'C'],
    ],
    ['<rss><channel><item><title>A</title><link>/1</link><description><![CDATA[cut he', ['A']],
    ['<rss><channel><item><title>A</title><guid>http://a.example/1</guid><description>cut he', ['A']],
    ['<rss><channel><item><title>A</title><guid isPermaLink="false">1</guid><description>cut', []],
  ])('%s', async (document, titles) => {
    expect((await reading(document)).entries.map(({ title }) => title)).toEqual(titles)
  })
})

describe('links as authors write them', () => {
  test.each([
    ['<link>www.a.example/1</link>', 'http://www.a.example/1'],
    ['<link>//a.example/1</link>', 'http://a.example/1'],
    ['<link>http://a.example/a b</link>', 'http://a.example/a%20b'],
    ['<link>HTTP://A.example/X</link>', 'HTTP://A.example/X'],
    ['<link>www.html</link>', 'http://site.example/feeds/www.html'],
    ['<link>http://a.example/ü?q=ö</link>', 'http://a.example/%C3%BC?q=%C3%B6'],
    ['<link>mailto:a@a.example</link><guid>http://a.example/1</guid>', 'http://a.example/1'],
    ['<comments>http://a.example/c</comments>', 'http://a.example/c'],
  ])('%s', async (fields, url) => {
    expect((await first(item(`<title>t</title>${fields}`)))?.url).toBe(url)
  })
})

describe('pictures and films that are one', () => {
  const sized = (width: number) =>
    `<media:content url="http://a.example/p.jpg?w=${width}" medium="image" width="${width}"/>`
  test('of an image in several sizes, the widest is used', async () => {
    expect((await first(item(sized(140) + sized(460) + sized(300))))?.media).toEqual([
      { type: 'photo', url: 'http://a.example/p.jpg?w=460', width: 460 },
    ])
  })

  test('images that differ in their query only, without sizes, all stay', async () => {
    const two = [1, 2].map((id) => `<media:content url="http://a.example/p?id=${id}" medium="image"/>`)
    expect((await first(item(two.join(''))))?.media).toHaveLength(2)
  })

  test.each([
    ['', 'http://a.example/wide.mp4'],
    ['isDefault="true"', 'http://a.example/small.mp4'],
  ])('a group is one film in several forms (%s)', async (small, url) => {
    const group = `<media:group><media:content url="http://a.example/small.mp4" type="video/mp4" width="100" ${small}/><media:content url="http://a.example/wide.mp4" type="video/mp4" width="900"/></media:group>`
    const seen = await first(item(group))
    expect(seen?.media.map((one) => one.url)).toEqual([url])
    expect(seen?.attachments).toHaveLength(2)
  })
})

describe('undeclared languages', () => {
  const german =
    '<title>Die Brücke</title><description>Sie ist im Winter nicht auf, und das Boot wartet mit uns auf dem Eis.</description>'
  test.each([
    ['the words say it', rss(`<item>${german}</item>`), null, 'de'],
    ['the header says it', rss('<item><title>A</title></item>'), 'sv', 'sv'],
    ['the header before the words', rss(`<item>${german}</item>`), 'de-AT', 'de-AT'],
    ['a header with several says nothing', rss('<item><title>A</title></item>'), 'en, fr', null],
    ['the feed before the header', rss('<language>fr</language><item><title>A</title></item>'), 'sv', 'fr'],
    [
      'an entry that takes its feed’s language back',
      atom('<entry xml:lang=""><title>A</title></entry>').replace('<feed ', '<feed xml:lang="en" '),
      null,
      null,
    ],
  ])('%s', async (_, document, spoken, language) => {
    expect((await first(document, { spoken }))?.language).toBe(language)
  })
})

describe('names of other languages stay theirs', () => {
  test.each([
    [
      'a title in a namespace that nobody knows',
      item('<title xmlns="http://nobody.example/">Wrong</title><title>Right</title>'),
    ],
    [
      'what stands in an element of one',
      item('<x xmlns="http://nobody.example/"><title>Wrong</title></x><title>Right</title>'),
    ],
    [
      'an item that declares one for itself',
      rss('<item xmlns="http://nobody.example/"><title>Right</title></item>'),
    ],
    ['an empty namespace', item('<title xmlns="">Right</title>')],
    [
      'one that is nearly Atom’s',
      '<feed xmlns="http://www.w3.org/2005/atom#"><entry><title>Right</title></entry></feed>',
    ],
    [
      'Atom’s inside RSS',
      item('<title>Right</title><title xmlns="http://www.w3.org/2005/Atom">Wrong</title>'),
    ],
    ['Dublin Core’s before the feed’s own', item('<dc:title>Wrong</dc:title><title>Right</title>')],
    ['Media RSS’s before the feed’s own', item('<media:title>Wrong</media:title><title>Right</title>')],
  ])('%s', async (_, document) => {
    expect((await first(document))?.title).toBe('Right')
  })
})

test('a small square picture beside an entry shows its author', async () => {
  const face = (size: string) =>
    entry(`<title>v1</title><media:thumbnail ${size} url="http://a.example/ann.png"/>`)
  expect(await first(face('width="30" height="30"'))).toMatchObject({
    authorAvatar: 'http://a.example/ann.png',
    media: [],
  })
  expect(await first(face('width="150" height="150"'))).toMatchObject({ authorAvatar: null })
  expect((await first(face('width="150" height="150"')))?.media).toHaveLength(1)
})

test('content that is a sound elsewhere can be played', async () => {
  const seen = await first(entry('<title>t</title><content type="audio/mpeg" src="/1.mp3"/>'))
  expect(seen?.attachments).toEqual([{ url: 'http://site.example/1.mp3', mime_type: 'audio/mpeg' }])
})

describe('what an entry answers and points at', () => {
  const json = (links: string) =>
    `{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","_extra":{"links":${links}}}]}`
  const THREAD = 'xmlns:thr="http://purl.org/syndication/thread/1.0"'
  test.each([
    [
      entry(`<thr:in-reply-to ${THREAD} ref="tag:x" href="/0"/>`),
      [{ type: 'reply', url: 'http://site.example/0' }],
    ],
    [
      item(`<thr:in-reply-to ${THREAD} ref="http://a.example/0"/>`),
      [{ type: 'reply', url: 'http://a.example/0' }],
    ],
    [entry('<link rel="via" href="http://a.example/"/>'), [{ type: 'via', url: 'http://a.example/' }]],
    [
      json(
        '[{"type":"quote","url":"http://a.example/","content_html":"<p onclick=x>Hi<script>y</script></p>"}]',
      ),
      [{ type: 'quote', url: 'http://a.example/', content_html: '<p>Hi</p>' }],
    ],
    [json('[{"type":"quote","url":"javascript:x"},7,null]'), undefined],
    [json('"none"'), undefined],
    [entry(`<thr:in-reply-to ${THREAD} ref="tag:x"/>`), undefined],
  ])('%s', async (document, links) => {
    expect((await first(document))?.extra?.links).toEqual(links)
  })
})

test('an answer that names its place has its addresses from there', async () => {
  const document = item(`<link>p/1</link><description>${RELATIVE}</description>`)
  const seen = await first(document, { location: 'http://site.example/deep/feed.xml' })
  expect(seen?.url).toBe('http://site.example/deep/p/1')
  expect(seen?.content).toBe(link('http://site.example/deep/p/x'))
})

test('forms of well-known sites come whole', async () => {
  const toot = await first(
    rss(
      '<item><guid isPermaLink="true">https://m.example/@a/1</guid><link>https://m.example/@a/1</link><description>&lt;p&gt;Hi &lt;a href="https://m.example/tags/x" class="mention hashtag" rel="tag"&gt;#&lt;span&gt;x&lt;/span&gt;&lt;/a&gt;&lt;/p&gt;</description><media:content url="https://m.example/f.png" type="image/png" medium="image"><media:description type="plain">Words</media:description></media:content><category>x</category></item>',
    ),
  )
  expect(toot).toMatchObject({ title: null, description: 'Hi #x', categories: ['x'] })
  expect(toot?.media).toEqual([{ type: 'photo', url: 'https://m.example/f.png', alt: 'Words' }])
  const post = await first(
    entry(
      '<author><name>/u/a</name><uri>https://r.example/user/a</uri></author><category term="x" label="r/x"/><content type="html">&lt;table&gt;&lt;tr&gt;&lt;td&gt;x&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</content><id>t3_1</id><media:thumbnail url="https://p.example/t.jpg"/><link href="https://r.example/r/x/1/"/><title>T</title>',
    ),
  )
  expect(post).toMatchObject({ guid: 't3_1', author: '/u/a', categories: ['r/x'] })
  expect(post?.media).toEqual([{ type: 'photo', url: 'https://p.example/t.jpg' }])
})
