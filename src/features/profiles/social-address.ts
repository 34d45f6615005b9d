import { webAddress } from '../../core/safe-href.ts'

/** What precedes a user's name in the address of their page. Discord has none by name. */
const pages: Readonly<Record<string, string>> = {
  twitter: 'https://x.com/',
  github: 'https://github.com/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
}

/** @param link an address, or a name at the network. @returns undefined where no page can be named */
export function socialAddress(network: string, link: string): string | undefined {
  if (link.includes(':')) return webAddress(link)
  const page = Object.hasOwn(pages, network) ? pages[network] : undefined
  const name = link.trim().replace(/^@/, '')
  return page && name ? page + encodeURIComponent(name) : undefined
}
