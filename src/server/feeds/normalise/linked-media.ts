/** The picture or film that an entry of a link aggregator is about, as part of its content. Pure. */
import { escapeAttribute } from '../../../core/escape-markup.ts'

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i
const FILM = /\.(?:mp4|webm|m4v|gifv)$/i
/** The link of a post in a feed of Reddit, whose own address is the page of its comments. */
const LINK = /<a href="([^"<>]{1,2000})">\s*\[link\]\s*<\/a>/

/** @param content of the entry, unchecked @param url that it leads to */
export function withLinkedMedia(content: string | null, url: string | null): string | null {
  const linked = content === null ? undefined : LINK.exec(content)?.[1]?.replaceAll('&amp;', '&')
  const address = linked ?? url
  const parsed = address ? URL.parse(address) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return content
  const html = PICTURE.test(parsed.pathname)
    ? `<img src="${escapeAttribute(parsed.href)}" alt="">`
    : FILM.test(parsed.pathname)
      ? `<video controls preload="metadata" src="${escapeAttribute(filmAddress(parsed))}"></video>`
      : null
  return html === null || isShown(content, parsed) ? content : `<p>${html}</p>\n${content ?? ''}`
}

/** Imgur's .gifv is a page around an .mp4 of the same name. */
const filmAddress = ({ href }: URL): string => href.replace(/\.gifv(?=$|[?#])/i, '.mp4')

/** By its file: the content may have it in another size. */
function isShown(content: string | null, { pathname }: URL): boolean {
  const file = pathname.split('/').at(-1) ?? ''
  const sources = content?.matchAll(/<(?:img|video|source)\b[^<>]*?\ssrc\s*=\s*["']?([^"'\s<>]+)/gi) ?? []
  return [...sources].some(([, source]) => source?.split(/[?#]/)[0]?.endsWith(`/${file}`))
}
