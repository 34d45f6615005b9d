/** Adds the web app manifest and the service worker, which makes the page open without a network. */
import i18next from 'i18next'
import { registerSW } from 'virtual:pwa-register'
import { toast } from '../ui/index.ts'

/** ms between checks for a new version while the page is open. */
const CHECK_MS = 60 * 60_000

export function becomeApp(): void {
  // Not in index.html: the browser would fetch and decode its icons at once, before the list.
  const manifest = Object.assign(document.createElement('link'), {
    rel: 'manifest',
    href: '/manifest.webmanifest',
  })
  document.head.append(manifest)
  const update = registerSW({
    onNeedRefresh: () =>
      toast(i18next.t('app:update.ready'), {
        id: 'update',
        duration: Number.POSITIVE_INFINITY,
        action: { label: i18next.t('common:action.reload'), onPress: () => void update(true) },
      }),
    onRegisteredSW: (_, registration) => {
      if (registration) setInterval(() => void registration.update().catch(() => {}), CHECK_MS)
    },
  })
}
