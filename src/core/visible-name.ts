/**
 * Names that others see, without characters that have no shape of their own: those that change the direction of what follows,
 * and invisible ones. The joiners of scripts and of emoji stay.
 */
const SHAPELESS =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu

export const visibleName = (name: string): string => name.replace(SHAPELESS, ' ').replace(/\s+/gu, ' ').trim()

/** Whether a name contains no such character. */
export const isVisibleName = (name: string): boolean => name.search(SHAPELESS) === -1
