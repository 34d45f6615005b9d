/** The content of an entry as its public page shows it. Pure. */
import { plainText } from '../feeds/normalise/text.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { framesAsLinks } from '../feeds/sanitise/sanitise.ts'

/** Characters of a preview. */
export const LONGEST_DESCRIPTION = 200

/** @returns the content without players, and its beginning as text for previews */
export const sharedEntry = (content: SafeHtml) => ({
  html: framesAsLinks(content),
  description: plainText(content, LONGEST_DESCRIPTION),
})
