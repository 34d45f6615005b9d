import { embedOfAddress } from '../../model/player/embeds.ts'

/** The player of a site for a film on it. @param page of the film; null for a page that is no film's */
export function createSiteFrame(page: string): HTMLIFrameElement | null {
  const embed = embedOfAddress(page)
  if (!embed) return null
  const frame = document.createElement('iframe')
  frame.src = embed.address
  frame.title = embed.provider
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  // It may run scripts, as a player must, but not reach this page: it is of another origin.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  return frame
}
