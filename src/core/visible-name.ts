/**
 * Names that others see, without characters that have no shape of their own: those that turn the direction of what follows,
 * and those that nobody can see. The joiners of scripts and of emoji stay.
 */
const SHAPELESS =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu

export const visibleName = (name: string): string => name.replace(SHAPELESS, ' ').replace(/\s+/gu, ' ').trim()

/** Whether a name is one that can be seen as it is. */
export const isVisibleName = (name: string): boolean => name.search(SHAPELESS) === -1
