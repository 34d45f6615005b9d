/** The complete list of allowed markup, as data. */

const split = (list: string): string[] => list.trim().split(/\s+/)

export const MATHML = split(`
  math mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose
  msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd semantics`)

export const TAGS: readonly string[] = [
  ...split(`
  h1 h2 h3 h4 h5 h6 p div section article aside header footer main nav address hgroup
  blockquote pre hr ul ol li dl dt dd figure figcaption details summary
  a abbr acronym b bdi bdo big br cite code data del dfn em i ins kbd mark q rp rt ruby s samp small span strike
  strong sub sup time tt u var wbr
  table caption colgroup col thead tbody tfoot tr th td
  img picture source audio video track iframe`),
  ...MATHML,
]

/** Attributes of MathML only. */
const MATHML_ONLY = split(`
  display mathvariant mathsize displaystyle scriptlevel stretchy symmetric fence separator lspace rspace accent accentunder
  linethickness columnalign rowalign columnspan close separators notation depth`)
const MATH_ATTRIBUTES = [...MATHML_ONLY, ...split('rowspan open width height')]
/** Marks an element where a tracker was removed: `pixel`, or the number of a link's parameters. The browser counts and shows it. */
export const REMOVED = 'data-removed'
/** No id can then hide a property of the document (DOM clobbering); DOMPurify uses the same. */
export const ANCHOR_PREFIX = 'user-content-'
/** `id`: footnotes and headings are targets of links within an entry. Always with {@link ANCHOR_PREFIX}. */
const GLOBAL_ATTRIBUTES = split('title lang dir id')

/** By element; `*` on any. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': [...GLOBAL_ATTRIBUTES, 'style'],
  a: [...split('href rel target hreflang'), REMOVED],
  img: split('src srcset sizes alt width height loading'),
  wbr: [REMOVED],
  source: split('src srcset sizes type media width height'),
  audio: split('src controls preload loop'),
  video: split('src poster controls preload loop width height muted playsinline'),
  track: split('src kind srclang label default'),
  iframe: split('src width height allowfullscreen loading sandbox referrerpolicy'),
  blockquote: ['cite'],
  q: ['cite'],
  del: split('cite datetime'),
  ins: split('cite datetime'),
  time: ['datetime'],
  data: ['value'],
  ol: split('start reversed type'),
  li: ['value'],
  details: ['open'],
  table: split('border summary'),
  col: ['span'],
  colgroup: ['span'],
  td: split('colspan rowspan headers align valign'),
  th: split('colspan rowspan headers scope abbr align valign'),
  ...Object.fromEntries(MATHML.map((tag) => [tag, MATH_ATTRIBUTES])),
}

/** Attributes that are meaningful when empty; others are removed when empty. */
export const EMPTY: readonly string[] = [
  ...split(
    'alt controls loop muted playsinline default allowfullscreen reversed open border summary align valign',
  ),
  ...MATHML_ONLY,
  REMOVED,
]

/** Only classes that name a language for syntax highlighting. */
export const CLASSES: Readonly<Record<string, RegExp>> = {
  code: /^lang(uage)?-/,
  pre: /^lang(uage)?-/,
}

const colour = [/^#[\da-f]{3,8}$/i, /^[a-z]{3,30}$/i, /^(rgb|hsl)a?\([\d.,%\s/]{1,60}\)$/i]
const length = [/^\d{1,4}(\.\d{1,4})?(px|em|rem|%|ch|pt)?$/]
/** Colours, weights, alignment and sizes; nothing that loads, overlays or moves. */
export const STYLES: Readonly<Record<string, RegExp[]>> = {
  color: colour,
  'background-color': colour,
  'text-align': [/^(left|right|center|justify|start|end)$/],
  'text-decoration': [/^(underline|line-through|none)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
  'font-style': [/^(italic|normal|oblique)$/],
  'vertical-align': [/^(top|middle|bottom|baseline|sub|super)$/],
  'white-space': [/^(pre|pre-wrap|nowrap|normal)$/],
  'list-style-type': [/^[a-z-]{3,30}$/],
  width: length,
  'max-width': length,
  height: length,
  'aspect-ratio': [/^\d{1,4}(\s*\/\s*\d{1,4})?$/],
}

/** Hosts of players that may be framed. */
export const FRAME_HOSTS = split(`
  www.youtube.com youtube.com www.youtube-nocookie.com player.vimeo.com player.bilibili.com www.dailymotion.com
  geo.dailymotion.com player.twitch.tv clips.twitch.tv open.spotify.com embed.spotify.com w.soundcloud.com
  embed.music.apple.com embed.podcasts.apple.com bandcamp.com embed.ted.com archive.org www.slideshare.net
  codepen.io codesandbox.io embed.nicovideo.jp player.youku.com music.163.com v.qq.com`)
