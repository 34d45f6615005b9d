/** The keys of the picture viewer. */
export type GalleryAction =
  | 'next'
  | 'previous'
  | 'next-entry'
  | 'previous-entry'
  | 'first'
  | 'last'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-off'
  | 'fullscreen'
  | 'original'
  | 'read'

const actions: Readonly<Record<string, GalleryAction>> = {
  ArrowRight: 'next',
  l: 'next',
  ArrowLeft: 'previous',
  h: 'previous',
  ArrowDown: 'next-entry',
  j: 'next-entry',
  ArrowUp: 'previous-entry',
  k: 'previous-entry',
  Home: 'first',
  End: 'last',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  '0': 'zoom-off',
  f: 'fullscreen',
  o: 'original',
  Enter: 'read',
}

type Press = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly target: EventTarget
}

/** @returns null for keys that are left to the focused button, or to an enlarged picture, which arrows move */
export function galleryAction(press: Press, isZoomed: boolean): GalleryAction | null {
  const { key, target } = press
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  if (key === 'Enter' && target instanceof Element && target.closest('button')) return null
  if (isZoomed && key.startsWith('Arrow')) return null
  return actions[key.length === 1 ? key.toLowerCase() : key] ?? null
}
