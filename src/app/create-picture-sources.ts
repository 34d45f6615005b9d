/** The addresses, sizes and colours of pictures from the model. */
import { createWatch, scopeBind, type Scope } from 'effector'
import { $imageProxy, $isCachedPageOutdated, isPictureProxied } from '../model/session/index.ts'
import {
  $pictureAddresses,
  $pictureFacts,
  pictureAddressRequested,
  pictureFactsRequested,
  pictureLoaded,
} from '../model/pictures/index.ts'
import { $offlineFiles, $offlinePictureAddresses, offlinePictureRequested } from '../model/offline/files.ts'
import type { PictureSources } from '../ui/index.ts'
import { pictureColors } from './picture-colors.ts'
import { dropCachedPages } from './drop-cached-pages.ts'

export function createPictureSources(scope: Scope): PictureSources {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  createWatch({ unit: $pictureAddresses, scope, fn: notify })
  createWatch({ unit: $pictureFacts, scope, fn: notify })
  createWatch({ unit: $imageProxy, scope, fn: notify })
  createWatch({ unit: $offlineFiles, scope, fn: notify })
  createWatch({ unit: $offlinePictureAddresses, scope, fn: notify })
  createWatch({
    unit: $isCachedPageOutdated,
    scope,
    fn: (isOutdated) => {
      if (isOutdated) void dropCachedPages()
    },
  })

  const request = scopeBind(pictureAddressRequested, { scope })
  const requestOffline = scopeBind(offlinePictureRequested, { scope })
  const isStored = (src: string) => scope.getState($offlineFiles).pictures.has(src)
  const ofServer = (src: string) =>
    isPictureProxied(scope.getState($imageProxy), window.location.href, src)
      ? scope.getState($pictureAddresses).get(src)
      : src
  const requestFacts = scopeBind(pictureFactsRequested, { scope })
  const report = scopeBind(pictureLoaded, { scope })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isStored,
    addressOf: (src) => (isStored(src) ? scope.getState($offlinePictureAddresses).get(src) : ofServer(src)),
    request: (src) => (isStored(src) ? requestOffline(src) : request(src)),
    factsOf: (src) => scope.getState($pictureFacts).get(src) ?? undefined,
    requestFacts,
    loaded(url, picture) {
      const { naturalWidth: width, naturalHeight: height } = picture
      // Known facts with colours are complete; reading them again would cost a canvas each time.
      const known = scope.getState($pictureFacts).get(url)
      if (known?.width === width && known.height === height && known.colors.length > 0) return
      report({ url, facts: { width, height, colors: pictureColors(picture) } })
    },
  }
}
