import { sanitise } from './sanitise.ts'
import { blockTexts } from './translate-content.ts'

/** The text of each block of content, as {@link translateContent} counts them. */
export const contentBlocks = (html: string): readonly string[] =>
  blockTexts(
    sanitise(html, {
      inlineStyle: false,
      frameLabel: () => '',
      removedMessage: () => null,
      tableLabel: '',
      page: null,
      title: null,
      isProxied: () => false,
      sizes: new Map(),
    }),
  )
