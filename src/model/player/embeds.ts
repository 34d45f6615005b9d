/** Players of video sites, by the address of a video's page. */
import { webAddress } from '../../core/safe-href.ts'
import type { EntryHead } from '../../local/calls.ts'

export type Embed = {
  readonly provider: 'YouTube' | 'Vimeo' | 'Bilibili'
  /** Of the video's page. */
  readonly page: string
  /** Of the site's player, which begins to play. */
  readonly address: string
}

const HOSTS = {
  youtube: /(^|\.)youtube(-nocookie)?\.com$/,
  youtubeShort: /^youtu\.be$/,
  vimeo: /(^|\.)vimeo\.com$/,
  bilibili: /(^|\.)bilibili\.com$/,
} as const

/** The player of a video's page; null for other pages. */
export function embedOfAddress(text: string | null | undefined): Embed | null {
  const address = webAddress(text)
  if (!address || !URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (HOSTS.youtube.test(hostname))
    return youtube(
      address,
      /^\/(?:shorts|live|embed|v)\/([\w-]{6,})/.exec(pathname)?.[1] ?? searchParams.get('v'),
    )
  if (HOSTS.youtubeShort.test(hostname)) return youtube(address, pathname.slice(1))
  if (HOSTS.vimeo.test(hostname)) {
    const id = /\/(\d{5,})(?:\/|$)/.exec(pathname)?.[1]
    return id
      ? { provider: 'Vimeo', page: address, address: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` }
      : null
  }
  if (HOSTS.bilibili.test(hostname)) {
    const id = /\/video\/(BV\w+|av\d+)/.exec(pathname)?.[1] ?? searchParams.get('bvid')
    if (!id) return null
    const query = id.startsWith('av') ? `aid=${id.slice(2)}` : `bvid=${encodeURIComponent(id)}`
    return {
      provider: 'Bilibili',
      page: address,
      address: `https://player.bilibili.com/player.html?${query}&autoplay=1`,
    }
  }
  return null
}

const youtube = (page: string, id: string | null | undefined): Embed | null =>
  id && /^[\w-]{6,20}$/.test(id)
    ? { provider: 'YouTube', page, address: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` }
    : null

/** The player of the site that an entry's video is on. */
export function embedOf({ url, media, attachments }: EntryHead): Embed | null {
  const addresses = [
    url,
    ...media.filter(({ type }) => type === 'video').map((one) => one.url),
    ...attachments.map((one) => one.url),
  ]
  for (const address of addresses) {
    const embed = embedOfAddress(address)
    if (embed) return embed
  }
  return null
}
