/** Makes the page an app: one that can be installed, and a service worker that has it at hand, so that it opens without a network. */
import i18next from 'i18next'
import { registerSW } from 'virtual:pwa-register'
import { toast } from '../ui/index.ts'

/** Looked for a new version this often while the page is open. */
const CHECK_MS = 60 * 60_000

export function becomeApp(): void {
  // Not named by the page itself: a browser fetches and draws its icons at once, in front of the list.
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
