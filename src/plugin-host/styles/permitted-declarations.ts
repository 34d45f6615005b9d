/** What a declaration in a plugin's style sheet may be: how text, boxes and lists look, without a position of their own. */

/** Longhands, by their names or beginnings. None takes a box out of the flow, animates, or is known outside of its element. */
const PROPERTY = new RegExp(
  `^(${[
    '--[\\w-]+',
    'color',
    'background-.*',
    'border-.*',
    'outline-.*',
    'box-(shadow|sizing|decoration-break)',
    'opacity',
    'font-.*',
    'line-.*',
    'letter-spacing',
    'word-.*',
    'text-.*',
    'hyphen.*',
    'hanging-punctuation',
    'initial-letter',
    'white-space.*',
    'overflow-(wrap|x|y)',
    'tab-size',
    'quotes',
    'content',
    'counter-.*',
    'list-style-.*',
    'caption-side',
    'table-layout',
    'empty-cells',
    'margin-.*',
    'padding-.*',
    '(min-|max-)?(width|height|inline-size|block-size)',
    'aspect-ratio',
    'object-(fit|position)',
    'display',
    'float',
    'clear',
    'vertical-align',
    'column.*',
    'break-.*',
    'orphans',
    'widows',
    'flex-.*',
    'grid-.*',
    'row-gap',
    '(align|justify|place)-.*',
    'order',
    'ruby-.*',
    '-webkit-(text|font|hyphen|line|box-decoration).*',
  ].join('|')})$`,
)

/** Functions of values; the others load something, or may once browsers know them. */
const FUNCTIONS = new Set(
  `var calc min max clamp round abs sign rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient counter counters repeat minmax fit-content`.split(/\s+/),
)

/** As browsers write it, whatever the plugin's quotes were. */
const DATA_PICTURE = /url\("data:image\/(?:png|gif|jpeg|webp|avif|svg\+xml)[;,][^"]*"\)/gi
const COMMENT_OR_STRING = /\/\*[^]*?\*\/|"[^"]*"|'[^']*'/g

/** @returns why one of the declarations is not permitted; null where all are */
export function declarationFault(style: CSSStyleDeclaration): string | null {
  const property = [...style].find((name) => !PROPERTY.test(name))
  if (property) return `${property} is not permitted`
  const text = style.cssText
  // It could write the name of a function in another way.
  if (text.includes('\\')) return 'a backslash is not permitted'
  const called = text
    .replace(DATA_PICTURE, '')
    .replace(COMMENT_OR_STRING, '""')
    .matchAll(/([-\w]+)\(/g)
  const name = [...called].map(([, one = '']) => one.toLowerCase()).find((one) => !FUNCTIONS.has(one))
  if (name === 'url') return 'url() is permitted for pictures as data: alone'
  return name === undefined ? null : `${name}() is not permitted`
}
