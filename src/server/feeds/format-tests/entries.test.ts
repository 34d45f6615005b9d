import { describe, expect, test } from 'vitest'
import { atom, entry, item, old, rdf, reading, rss } from './reading.ts'

const first = async (document: string) => (await reading(document)).entries[0]

describe('titles', () => {
  test.each([
    [item('<title>Plain</title>'), 'Plain'],
    [item('<title>Tom &amp; Jerry</title>'), 'Tom & Jerry'],
    [item('<title>Tom &amp;amp; Jerry</title>'), 'Tom & Jerry'],
    [item('<title>It&amp;#8217;s</title>'), 'It’s'],
    [item('<title>It&#8217;s &eacute;t&eacute;</title>'), 'It’s été'],
    [item('<title><![CDATA[<b>Bold</b> &amp; co]]></title>'), 'Bold & co'],
    [item('<title>a <![CDATA[b]]> c</title>'), 'a b c'],
    [item('<title>  two\n lines </title>'), 'two lines'],
    [item('<title>1 < 2 and 3 > 2</title>'), '1 < 2 and 3 > 2'],
    [item('<title>R&D</title>'), 'R&D'],
    [item('<title>Some <i>inline</i> markup</title>'), 'Some inline markup'],
    [item('<dc:title>Dublin</dc:title>'), 'Dublin'],
    [item('<media:title>Film</media:title>'), 'Film'],
    [item('<media:group><media:title>Film</media:title></media:group>'), 'Film'],
    [
      item(
        '<title>Own</title><media:content url="http://x.example/a.jpg"><media:title>Picture</media:title></media:content>',
      ),
      'Own',
    ],
    [item('<title/><dc:title>Dublin</dc:title>'), 'Dublin'],
    [item('<TITLE>Loud</TITLE>'), 'Loud'],
    [item('<title></title><title>Second</title>'), 'Second'],
    [item('<description>No title</description>'), null],
    [entry('<title>A &lt;b&gt; c</title>'), 'A <b> c'],
    [entry('<title type="text">A &amp;amp; c</title>'), 'A &amp; c'],
    [entry('<title type="html">A &lt;b&gt;c&lt;/b&gt; &amp;amp; d</title>'), 'A c & d'],
    [
      entry('<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>c</b> &amp; d</div></title>'),
      'A c & d',
    ],
    [entry('<title type="html"><![CDATA[<p>In CDATA</p>]]></title>'), 'In CDATA'],
    [old('<title type="text/html" mode="escaped">A &lt;i&gt;c&lt;/i&gt;</title>'), 'A c'],
    [old('<title mode="base64" type="text/html">RXhhbXBsZSA8Yj50aXRsZTwvYj4=</title>'), 'Example title'],
    [rdf('<title>S</title>', '<item rdf:about="http://site.example/1"><title>Old</title></item>'), 'Old'],
  ])('%s', async (document, title) => {
    expect((await first(document))?.title ?? null).toBe(title)
  })
})

describe('addresses', () => {
  test.each([
    [item('<link>http://a.example/1</link>'), 'http://a.example/1'],
    [item('<link> http://a.example/1 \n</link>'), 'http://a.example/1'],
    [item('<link>http://a.example/?x=1&y=2</link>'), 'http://a.example/?x=1&y=2'],
    [item('<link>http://a.example/?x=1&amp;amp;y=2</link>'), 'http://a.example/?x=1&y=2'],
    [item('<link>http://a.example/?a=1&copy=2</link>'), 'http://a.example/?a=1&copy=2'],
    [item('<link><![CDATA[http://a.example/1]]></link>'), 'http://a.example/1'],
    [item('<link>/1</link>'), 'http://site.example/1'],
    [item('<link>1.html</link>'), 'http://site.example/feeds/1.html'],
    [item('<link href="http://a.example/1"/>'), 'http://a.example/1'],
    [item('<guid>http://a.example/1</guid>'), 'http://a.example/1'],
    [item('<guid isPermaLink="false">http://a.example/1</guid>'), null],
    [item('<guid isPermaLink="true">1</guid>'), 'http://site.example/feeds/1'],
    [item('<guid>x-1</guid>'), null],
    [item('<atom:link href="http://a.example/1"/>'), 'http://a.example/1'],
    [
      item('<atom:link rel="self" href="http://a.example/self"/><link>http://a.example/1</link>'),
      'http://a.example/1',
    ],
    [item('<link/><atom:link rel="alternate" href="http://a.example/1"/>'), 'http://a.example/1'],
    [
      item(
        '<link>http://feeds.example/~r/1</link><feedburner:origLink>http://a.example/1</feedburner:origLink>',
      ),
      'http://a.example/1',
    ],
    [item('<link>javascript:alert(1)</link>'), null],
    [
      item('<link xmlns="http://www.w3.org/2005/Atom" rel="replies" href="/no"/><link>/1</link>'),
      'http://site.example/1',
    ],
    [
      rss('<link>http://other.example/blog/</link><item><link>post/1</link></item>'),
      'http://other.example/blog/post/1',
    ],
    [entry('<link href="http://a.example/1"/>'), 'http://a.example/1'],
    [
      entry(
        '<link rel="related" href="http://a.example/2"/><link rel="alternate" href="http://a.example/1"/>',
      ),
      'http://a.example/1',
    ],
    [
      entry('<link rel="self" href="http://a.example/2"/><link rel="ALTERNATE" href="http://a.example/1"/>'),
      'http://a.example/1',
    ],
    [
      entry('<link rel="http://www.iana.org/assignments/relation/alternate" href="http://a.example/1"/>'),
      'http://a.example/1',
    ],
    [
      entry(
        '<link type="application/json" href="http://a.example/j"/><link type="text/html" href="http://a.example/1"/>',
      ),
      'http://a.example/1',
    ],
    [entry('<id>http://a.example/1</id>'), 'http://a.example/1'],
    [entry('<id>urn:x</id><content src="http://a.example/1"/>'), 'http://a.example/1'],
    [entry('<link xml:base="http://b.example/dir/" href="1"/>'), 'http://b.example/dir/1'],
    [atom('<entry xml:base="http://b.example/dir/"><link href="1"/></entry>'), 'http://b.example/dir/1'],
    [
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example/"><entry xml:base="dir/"><link href="1"/></entry></feed>`,
      'http://b.example/dir/1',
    ],
    [
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="../"><entry><link href="1"/></entry></feed>`,
      'http://site.example/1',
    ],
    [
      rdf('<link>http://site.example/</link>', '<item rdf:about="http://site.example/1"/>'),
      'http://site.example/1',
    ],
    [
      rdf('', '<item rdf:about="http://site.example/a"><link>http://site.example/1</link></item>'),
      'http://site.example/1',
    ],
    [
      `<channel href="http://site.example/"><item href="http://site.example/1" lastmod="2004-01-01"><title>T</title></item></channel>`,
      'http://site.example/1',
    ],
  ])('%s', async (document, url) => {
    expect((await first(document))?.url ?? null).toBe(url)
  })
})

describe('names that entries are known by', () => {
  test.each([
    [item('<guid> x-1 </guid>'), 'x-1'],
    [item('<atom:id>x-1</atom:id>'), 'x-1'],
    [item('<link>http://a.example/1</link>'), 'http://a.example/1'],
    [entry('<id>tag:a.example,2004:1</id>'), 'tag:a.example,2004:1'],
    [
      rdf('', '<item rdf:about="http://site.example/a"><link>http://site.example/1</link></item>'),
      'http://site.example/a',
    ],
    [item('<dc:identifier>d-1</dc:identifier><link>http://a.example/1</link>'), 'd-1'],
    ['{"version":"https://jsonfeed.org/version/1","title":"t","items":[{"id":7,"content_text":"x"}]}', '7'],
  ])('%s', async (document, guid) => {
    expect((await first(document))?.guid).toBe(guid)
  })
})

describe('content and description', () => {
  const HTML = '&lt;p&gt;Text &lt;b&gt;bold&lt;/b&gt;&lt;/p&gt;'
  test.each([
    [item(`<description>${HTML}</description>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [
      item('<description><![CDATA[<p>Text <b>bold</b></p>]]></description>'),
      '<p>Text <b>bold</b></p>',
      'Text bold',
    ],
    [item('<description><p>Text <b>bold</b></p></description>'), '<p>Text <b>bold</b></p>', 'Text bold'],
    [item('<description>Plain text</description>'), '<p>Plain text</p>', 'Plain text'],
    [
      item(`<description>Short</description><content:encoded>${HTML}</content:encoded>`),
      '<p>Text <b>bold</b></p>',
      'Short',
    ],
    [item(`<content:encoded>${HTML}</content:encoded>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [
      item(`<description/><content:encoded>${HTML}</content:encoded>`),
      '<p>Text <b>bold</b></p>',
      'Text bold',
    ],
    [item('<xhtml:body><p>Text <b>bold</b></p></xhtml:body>'), '<p>Text <b>bold</b></p>', 'Text bold'],
    [item(`<atom:content type="html">${HTML}</atom:content>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [item(`<atom:summary type="html">${HTML}</atom:summary>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [item('<itunes:summary>Episode</itunes:summary>'), '<p>Episode</p>', 'Episode'],
    [item('<media:group><media:description>Film</media:description></media:group>'), '<p>Film</p>', 'Film'],
    [item('<dc:description>Dublin</dc:description>'), '<p>Dublin</p>', 'Dublin'],
    [
      item('<description>&lt;a href="x.html"&gt;l&lt;/a&gt;</description>'),
      '<a href="http://site.example/feeds/x.html" rel="noopener noreferrer" target="_blank">l</a>',
      'l',
    ],
    [entry(`<content type="html">${HTML}</content>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [entry(`<content>${HTML}</content>`), '<p>Text <b>bold</b></p>', 'Text bold'],
    [entry('<content type="text">a &lt;b&gt; c</content>'), '<p>a &lt;b&gt; c</p>', 'a <b> c'],
    [
      entry(
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Text <b>bold</b></p></div></content>',
      ),
      '<p>Text <b>bold</b></p>',
      'Text bold',
    ],
    [
      entry(
        '<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>Text <h:b>bold</h:b></h:p></h:div></content>',
      ),
      '<p>Text <b>bold</b></p>',
      'Text bold',
    ],
    [
      entry(
        '<content type="application/xhtml+xml"><p xmlns="http://www.w3.org/1999/xhtml">Text <b>bold</b></p></content>',
      ),
      '<p>Text <b>bold</b></p>',
      'Text bold',
    ],
    [
      entry('<content type="xhtml"><div>a &lt;b&gt; &amp;amp; c</div></content>'),
      'a &lt;b&gt; &amp;amp; c',
      'a <b> &amp; c',
    ],
    [
      entry('<summary>Short</summary><content type="html">&lt;p&gt;Long&lt;/p&gt;</content>'),
      '<p>Long</p>',
      'Short',
    ],
    [entry('<content type="text/html" mode="escaped">&lt;p&gt;Old&lt;/p&gt;</content>'), '<p>Old</p>', 'Old'],
    [entry('<content type="application/octet-stream">PHA+VGV4dDwvcD4=</content>'), '<p>Text</p>', 'Text'],
    [old('<content mode="base64" type="text/html">PHA+VGV4dDwvcD4=</content>'), '<p>Text</p>', 'Text'],
    [
      old(
        '<content type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p></div></content>',
      ),
      '<p>Text</p>',
      'Text',
    ],
    [
      old(
        '<content type="multipart/alternative"><content type="text/plain">no</content><content type="text/html" mode="escaped">&lt;p&gt;Text&lt;/p&gt;</content></content>',
      ),
      '<p>Text</p>',
      'Text',
    ],
    [
      entry('<content type="xhtml" xml:base="http://b.example/"><div><a href="x">l</a></div></content>'),
      '<a href="http://b.example/x" rel="noopener noreferrer" target="_blank">l</a>',
      'l',
    ],
    [
      entry(
        '<content type="xhtml" xml:base="http://b.example/"><div><p xml:base="http://c.example/d/"><a href="x">l</a></p></div></content>',
      ),
      '<p><a href="http://c.example/d/x" rel="noopener noreferrer" target="_blank">l</a></p>',
      'l',
    ],
    [
      entry(
        '<link href="http://a.example/post/1"/><content type="html">&lt;a href="x"&gt;l&lt;/a&gt;</content>',
      ),
      '<a href="http://a.example/post/x" rel="noopener noreferrer" target="_blank">l</a>',
      'l',
    ],
  ])('%s', async (document, content, description) => {
    const seen = await first(document)
    expect(seen?.content).toBe(content)
    expect(seen?.description).toBe(description)
  })
})

describe('who wrote it', () => {
  test.each([
    [item('<author>ann@a.example (Ann Other)</author>'), 'Ann Other', null],
    [item('<author>Ann Other (ann@a.example)</author>'), 'Ann Other', null],
    [item('<author>Ann Other &lt;ann@a.example&gt;</author>'), 'Ann Other', null],
    [item('<author>ann@a.example</author>'), 'ann@a.example', null],
    [item('<author>mailto:ann@a.example</author>'), 'ann@a.example', null],
    [item('<author>Ann Other</author>'), 'Ann Other', null],
    [item('<dc:creator>Ann Other</dc:creator>'), 'Ann Other', null],
    [item('<creator>Ann Other</creator>'), 'Ann Other', null],
    [item('<dc:creator><![CDATA[Ann &amp; Ben]]></dc:creator>'), 'Ann & Ben', null],
    [item('<author>office@a.example</author><dc:creator>Ann Other</dc:creator>'), 'Ann Other', null],
    [item('<itunes:author>Ann Other</itunes:author>'), 'Ann Other', null],
    [
      item('<atom:author><atom:name>Ann</atom:name><atom:uri>http://a.example/ann</atom:uri></atom:author>'),
      'Ann',
      'http://a.example/ann',
    ],
    [item('<author xmlns="http://www.w3.org/2005/Atom"><name>Ann</name></author>'), 'Ann', null],
    [item('<author><name>Ann</name><url>http://a.example/ann</url></author>'), 'Ann', 'http://a.example/ann'],
    [item('<media:credit role="author">Ann</media:credit>'), 'Ann', null],
    [item('<dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>'), 'Ann, Ben', null],
    [rss('<managingEditor>ed@a.example (Ed)</managingEditor><item><title>x</title></item>'), 'Ed', null],
    [rss('<itunes:author>Show</itunes:author><item><title>x</title></item>'), 'Show', null],
    [rss('<webMaster>ed@a.example (Ed)</webMaster><item><title>x</title></item>'), null, null],
    [
      entry('<author><name>Ann</name><email>ann@a.example</email><uri>/ann</uri></author>'),
      'Ann',
      'http://site.example/ann',
    ],
    [entry('<author><email>ann@a.example</email></author>'), 'ann@a.example', null],
    [entry('<author>Ann</author>'), 'Ann', null],
    [entry('<author><name>Ann</name></author><author><name>Ben</name></author>'), 'Ann, Ben', null],
    [entry('<source><author><name>Ann</name></author></source>'), 'Ann', null],
    [atom('<author><name>Ann</name></author><entry><title>x</title></entry>'), 'Ann', null],
    [old('<author><name>Ann</name><url>http://a.example/</url></author>'), 'Ann', 'http://a.example/'],
    [old('<dc:creator>Ann</dc:creator>'), 'Ann', null],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","author":{"name":"Ann","url":"http://a.example/"}}]}',
      'Ann',
      'http://a.example/',
    ],
    [
      '{"version":"https://jsonfeed.org/version/1.1","authors":[{"name":"Ann"}],"items":[{"id":"1"}]}',
      'Ann',
      null,
    ],
    [
      '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","authors":["Ann","Ben"]}]}',
      'Ann, Ben',
      null,
    ],
    ['{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","author":"Ann"}]}', 'Ann', null],
  ])('%s', async (document, author, authorUrl) => {
    const seen = await first(document)
    expect(seen?.author ?? null).toBe(author)
    expect(seen?.authorUrl ?? null).toBe(authorUrl)
  })
})

describe('when it appeared', () => {
  const DAY = Date.UTC(2004, 0, 2, 3, 4)
  test.each([
    item('<pubDate>Fri, 02 Jan 2004 03:04:00 GMT</pubDate>'),
    item('<pubdate>Fri, 02 Jan 2004 03:04 GMT</pubdate>'),
    item('<dc:date>2004-01-02T03:04:00Z</dc:date>'),
    item('<dcterms:created>2004-01-02T03:04:00Z</dcterms:created>'),
    item('<dcterms:modified>2004-01-02T03:04:00Z</dcterms:modified>'),
    item('<atom:updated>2004-01-02T03:04:00Z</atom:updated>'),
    item('<pubDate>nonsense</pubDate><dc:date>2004-01-02T03:04:00Z</dc:date>'),
    item('<pubDate>Mon, 01 Jan 0001 00:00:00 +0000</pubDate><dc:date>2004-01-02T03:04:00Z</dc:date>'),
    item('<pubDate>02/01/2004 03:04</pubDate><dcterms:modified>2004-01-02T05:04:00Z</dcterms:modified>'),
    rss('<language>fr</language><item><pubDate>02/01/2004 03:04</pubDate></item>'),
    rss('<language>zh-CN</language><item><pubDate>Fri, 02 Jan 2004 11:04:00 CST</pubDate></item>'),
    item('<pubDate><![CDATA[Fri, 02 Jan 2004 03:04:00 GMT]]></pubDate>'),
    entry('<published>2004-01-02T03:04:00Z</published><updated>2005-01-02T03:04:00Z</updated>'),
    entry('<updated>2004-01-02T03:04:00Z</updated>'),
    entry('<dc:date>2004-01-02T03:04:00Z</dc:date>'),
    old('<issued>2004-01-02T03:04:00Z</issued><modified>2005-01-02T03:04:00Z</modified>'),
    old('<created>2004-01-02T03:04:00Z</created>'),
    old('<modified>2004-01-02T03:04:00Z</modified>'),
    '<channel href="http://s.example/"><item href="/1" lastmod="2004-01-02T03:04:00Z"/></channel>',
    '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","date_modified":"2004-01-02T03:04:00Z"}]}',
  ])('%s', async (document) => {
    expect((await first(document))?.publishedAt).toBe(DAY)
  })
})

describe('what it is about', () => {
  test.each([
    [item('<category>Sea</category><category>Sky &amp; air</category>'), ['Sea', 'Sky & air']],
    [item('<category domain="http://x.example/">Sea</category>'), ['Sea']],
    [item('<category><![CDATA[Sea]]></category><category/>'), ['Sea']],
    [item('<dc:subject>Sea</dc:subject>'), ['Sea']],
    [item('<itunes:keywords>sea, sky</itunes:keywords>'), ['sea', 'sky']],
    [
      item('<itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>'),
      ['Arts', 'Books'],
    ],
    [item('<media:category>Sea</media:category>'), ['Sea']],
    [item('<atom:category term="sea"/>'), ['sea']],
    [entry('<category term="sea" scheme="http://x.example/"/>'), ['sea']],
    [entry('<category term="s" label="Sea"/>'), ['Sea']],
    [entry('<category>Sea</category>'), ['Sea']],
    [rdf('', '<item rdf:about="http://site.example/1"><dc:subject>Sea</dc:subject></item>'), ['Sea']],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","tags":["sea","sea","sky"]}]}',
      ['sea', 'sky'],
    ],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","tags":["sea",null,"",[],true,{"name":"sky"},{"title":"air"},{"x":1},7]}]}',
      ['sea', 'sky', 'air', '7'],
    ],
    ['{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","tags":"sea, sky"}]}', ['sea', 'sky']],
    ['{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","tags":{"name":"sea"}}]}', ['sea']],
  ])('%s', async (document, categories) => {
    expect((await first(document))?.categories).toEqual(categories)
  })
})

describe('sounds and films', () => {
  const URL_OF_SOUND = 'http://a.example/1.mp3'
  test.each([
    [
      item(`<enclosure url="${URL_OF_SOUND}" type="audio/mpeg" length="123"/>`),
      { mime_type: 'audio/mpeg', size_in_bytes: 123 },
    ],
    [item(`<enclosure url="${URL_OF_SOUND}" length=""/>`), {}],
    [
      item(`<enclosure URL="${URL_OF_SOUND}" TYPE="AUDIO/MPEG" LENGTH="1,234"/>`),
      { mime_type: 'audio/mpeg', size_in_bytes: 1234 },
    ],
    [
      item(`<enclosure url="${URL_OF_SOUND}"/><itunes:duration>1:02:03</itunes:duration>`),
      { duration_in_seconds: 3723 },
    ],
    [
      item(`<enclosure url="${URL_OF_SOUND}"/><itunes:duration>62:03</itunes:duration>`),
      { duration_in_seconds: 3723 },
    ],
    [
      item(`<enclosure url="${URL_OF_SOUND}"/><itunes:duration> 3723 </itunes:duration>`),
      { duration_in_seconds: 3723 },
    ],
    [item(`<enclosure url="${URL_OF_SOUND}"/><itunes:duration>nonsense</itunes:duration>`), {}],
    [
      item(`<atom:link rel="enclosure" href="${URL_OF_SOUND}" type="audio/mpeg" length="123"/>`),
      { mime_type: 'audio/mpeg', size_in_bytes: 123 },
    ],
    [
      item(`<media:content url="${URL_OF_SOUND}" type="audio/mpeg" fileSize="123" duration="9"/>`),
      { mime_type: 'audio/mpeg', size_in_bytes: 123, duration_in_seconds: 9 },
    ],
    [item(`<media:group><media:content url="${URL_OF_SOUND}" medium="audio"/></media:group>`), {}],
    [item('<enclosure url="/1.mp3"/>'), { url: 'http://site.example/1.mp3' }],
    [
      entry(`<link rel="enclosure" href="${URL_OF_SOUND}" type="audio/mpeg" length="123" title="T"/>`),
      { mime_type: 'audio/mpeg', size_in_bytes: 123, title: 'T' },
    ],
    [entry(`<link rel="http://www.iana.org/assignments/relation/enclosure" href="${URL_OF_SOUND}"/>`), {}],
    [
      item(
        '<enclosure url=" magnet:?xt=urn:btih:abc&amp;amp;dn=x" type="application/x-bittorrent" length="9"/>',
      ),
      { url: 'magnet:?xt=urn:btih:abc&dn=x', mime_type: 'application/x-bittorrent', size_in_bytes: 9 },
    ],
    [item('<link>magnet:?xt=urn:btih:abc</link>'), { url: 'magnet:?xt=urn:btih:abc' }],
    [entry('<link href="xmpp:room@a.example" title="Talk"/>'), { url: 'xmpp:room@a.example', title: 'Talk' }],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","attachments":[{"url":"magnet:?xt=1"},{"url":"javascript:1"}]}]}',
      { url: 'magnet:?xt=1' },
    ],
    [
      `{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","attachments":[{"url":"${URL_OF_SOUND}","mime_type":"audio/mpeg","size_in_bytes":5,"duration_in_seconds":6.5}]}]}`,
      { mime_type: 'audio/mpeg', size_in_bytes: 5, duration_in_seconds: 6 },
    ],
  ])('%s', async (document, expected) => {
    expect((await first(document))?.attachments).toEqual([{ url: URL_OF_SOUND, ...expected }])
  })
})

describe('pictures', () => {
  const PICTURE = { type: 'photo', url: 'http://a.example/p.jpg' }
  test.each([
    [
      item('<media:content url="http://a.example/p.jpg" medium="image" width="20" height="10"/>'),
      { ...PICTURE, width: 20, height: 10 },
    ],
    [item('<media:content url="http://a.example/p.jpg"/>'), PICTURE],
    [
      item('<media:thumbnail url="http://a.example/p.jpg" width="20" height="10"/>'),
      { ...PICTURE, width: 20, height: 10 },
    ],
    [item('<media:thumbnail>http://a.example/p.jpg</media:thumbnail>'), PICTURE],
    [item('<media:group><media:thumbnail url="http://a.example/p.jpg"/></media:group>'), PICTURE],
    [item('<enclosure url="http://a.example/p.jpg" type="image/jpeg"/>'), PICTURE],
    [item('<itunes:image href="http://a.example/p.jpg"/>'), PICTURE],
    [item('<image><url>http://a.example/p.jpg</url></image>'), PICTURE],
    [item('<description>&lt;img src="http://a.example/p.jpg"&gt;</description>'), PICTURE],
    [
      item(
        '<media:content url="http://a.example/f.mp4" type="video/mp4"><media:thumbnail url="http://a.example/p.jpg"/></media:content>',
      ),
      { type: 'video', url: 'http://a.example/f.mp4', preview_image_url: 'http://a.example/p.jpg' },
    ],
    [item('<m:content xmlns:m="http://search.yahoo.com/mrss" url="http://a.example/p.jpg"/>'), PICTURE],
    [`<rss><channel><item><media:thumbnail url="http://a.example/p.jpg"/></item></channel></rss>`, PICTURE],
    [entry('<link rel="enclosure" type="image/png" href="http://a.example/p.jpg"/>'), PICTURE],
    [
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","image":"http://a.example/p.jpg"}]}',
      PICTURE,
    ],
  ])('%s', async (document, picture) => {
    expect((await first(document))?.media[0]).toEqual(picture)
  })
})

describe('languages', () => {
  test.each([
    [rss('<language>en-GB</language><item><title>x</title></item>'), 'en-GB'],
    [rss('<language>en_GB</language><item><title>x</title></item>'), 'en-GB'],
    [rss('<dc:language>de</dc:language><item><title>x</title></item>'), 'de'],
    [rss('<language>en</language><item><dc:language>de</dc:language></item>'), 'de'],
    [rss('<language>en</language><item xml:lang="de"><title>x</title></item>'), 'de'],
    ['<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><entry><title>x</title></entry></feed>', 'de'],
    [
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><entry><content xml:lang="de">x</content></entry></feed>',
      'de',
    ],
    ['{"version":"https://jsonfeed.org/version/1.1","language":"de","items":[{"id":"1"}]}', 'de'],
  ])('%s', async (document, language) => {
    expect((await first(document))?.language).toBe(language)
  })
})
