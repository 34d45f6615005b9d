/** The addresses, sizes and colours of pictures from the model. */
import { createWatch, scopeBind, type Scope } from 'effector'
import { $imageProxy, $isCachedPageOutdated, isPictureProxied } from '../model/index.ts'
import {
  $pictureAddresses,
  $pictureFacts,
  pictureAddressRequested,
  pictureFactsRequested,
  pictureLoaded,
} from '../model/pictures/index.ts'
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
  createWatch({
    unit: $isCachedPageOutdated,
    scope,
    fn: (isOutdated) => {
      if (isOutdated) void dropCachedPages()
    },
  })

  const request = scopeBind(pictureAddressRequested, { scope })
  const requestFacts = scopeBind(pictureFactsRequested, { scope })
  const report = scopeBind(pictureLoaded, { scope })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    addressOf: (src) =>
      isPictureProxied(scope.getState($imageProxy), window.location.href, src)
        ? scope.getState($pictureAddresses).get(src)
        : src,
    request,
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
