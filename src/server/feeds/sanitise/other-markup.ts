/** HTML equivalents of obsolete elements and of those of other markup languages. */
import type { Attributes } from './tree.ts'

export type Meaning = { readonly name: string; readonly attributes: Attributes }

const RENAMED: Readonly<Record<string, string>> = {
  'amp-img': 'img',
  'amp-anim': 'img',
  'amp-video': 'video',
  'amp-audio': 'audio',
  'amp-iframe': 'iframe',
  frame: 'iframe',
  image: 'img',
  portal: 'iframe',
  fencedframe: 'iframe',
}

/** The attribute with the embedded address, and the address's prefix. */
const EMBEDDED: Readonly<Record<string, readonly [attribute: string, before: string]>> = {
  'amp-youtube': ['data-videoid', 'https://www.youtube.com/embed/'],
  'lite-youtube': ['videoid', 'https://www.youtube.com/embed/'],
  'amp-vimeo': ['data-videoid', 'https://player.vimeo.com/video/'],
  'lite-vimeo': ['videoid', 'https://player.vimeo.com/video/'],
  'amp-dailymotion': ['data-videoid', 'https://www.dailymotion.com/embed/video/'],
  'amp-soundcloud': [
    'data-trackid',
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/',
  ],
  'amp-twitter': ['data-tweetid', 'https://twitter.com/i/status/'],
  'amp-instagram': ['data-shortcode', 'https://www.instagram.com/p/'],
  'amp-gist': ['data-gistid', 'https://gist.github.com/'],
  'amp-imgur': ['data-imgur-id', 'https://imgur.com/'],
  'amp-facebook': ['data-href', ''],
  'amp-pinterest': ['data-url', ''],
  'amp-reddit': ['data-src', ''],
  'amp-tiktok': ['data-src', ''],
  'fb:post': ['href', ''],
  'fb:video': ['href', ''],
}

/** @param written name of an element @returns the equivalent element of HTML; most are unchanged */
export function meaningOf(written: string, attributes: Attributes): Meaning {
  if (written === 'embed') return embedded(attributes['src'], attributes, 'iframe')
  if (written === 'object' || written === 'applet') return embedded(attributes['data'], attributes, 'object')
  const renamed = RENAMED[written]
  if (renamed !== undefined) return { name: renamed, attributes }
  // MathML with the prefix of its namespace.
  if (/^(mml|m):/.test(written)) return { name: written.slice(written.indexOf(':') + 1), attributes }
  const [attribute = '', before = ''] = EMBEDDED[written] ?? []
  const named = attributes[attribute]?.trim()
  if (!named) return { name: written, attributes }
  const { title } = attributes
  return { name: 'object', attributes: { data: before + named, ...(title === undefined ? {} : { title }) } }
}

/** @param otherwise the element for anything but a picture, video or audio */
function embedded(address: string | undefined, attributes: Attributes, otherwise: string): Meaning {
  const type = attributes['type']?.trim().toLowerCase() ?? ''
  const path = address?.replace(/[?#].*$/s, '') ?? ''
  if (type.startsWith('image/') || /\.(jpe?g|png|gif|webp|avif|svg)$/i.test(path))
    return loading('img', address, attributes)
  if (/^video\/(mp4|webm|ogg)/.test(type) || /\.(mp4|m4v|webm|ogv)$/i.test(path))
    return loading('video', address, attributes)
  if (type.startsWith('audio/') || /\.(mp3|m4a|ogg|oga|opus|wav|flac)$/i.test(path))
    return loading('audio', address, attributes)
  return otherwise === 'object' ? { name: 'object', attributes } : loading(otherwise, address, attributes)
}

function loading(name: string, src: string | undefined, { data: _, ...attributes }: Attributes): Meaning {
  return { name, attributes: { ...attributes, ...(src === undefined ? {} : { src }) } }
}
