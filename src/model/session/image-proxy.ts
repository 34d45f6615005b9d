/** Which pictures this server loads in place of the browser (IMAGE_PROXY), from the latest session response. */
import { createEvent, createStore } from 'effector'
import type { ImageProxy } from '../../contract/pictures.ts'
import { persist } from '../persist.ts'

type State = {
  /** Null before this browser's first session. */
  readonly mode: ImageProxy | null
  readonly isChanged: boolean
}
const modes: readonly ImageProxy[] = ['off', 'insecure', 'all']

/** In localStorage: its JSON. */
export const IMAGE_PROXY_KEY = 'follow:image-proxy'
export const imageProxyReceived = createEvent<ImageProxy>()
const $state = createStore<State>({ mode: null, isChanged: false }).on(
  imageProxyReceived,
  (before, mode): State =>
    before.mode === mode ? before : { mode, isChanged: before.isChanged || before.mode !== null },
)
// Persisted, because the first pictures are visible before the session is known.
persist($state, {
  key: IMAGE_PROXY_KEY,
  parse: (text): State => ({
    mode: modes.find((mode) => text === JSON.stringify(mode)) ?? null,
    isChanged: false,
  }),
  changed: imageProxyReceived,
  serialize: ({ mode }) => mode,
})
export const $imageProxy = $state.map(({ mode }): ImageProxy => mode ?? 'off')
/** The setting has changed: the service worker has the page with the security policy of the old one. */
export const $isCachedPageOutdated = $state.map(({ isChanged }) => isChanged)

/** @param page the address of the reader @returns whether the server loads a picture in place of the browser */
export function isPictureProxied(mode: ImageProxy, page: string, picture: string): boolean {
  // Avatars, and pictures that the server serves already.
  if (mode === 'off' || picture.startsWith(`${new URL(page).origin}/`)) return false
  if (mode === 'all') return /^https?:/i.test(picture)
  return mode === 'insecure' && page.startsWith('https:') && /^http:/i.test(picture)
}
