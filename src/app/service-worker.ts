/** Installs the service worker, which keeps the app itself at hand so that it opens without a network. */
import i18next from 'i18next'
import { registerSW } from 'virtual:pwa-register'
import { toast } from '../ui/index.ts'

/** Looked for a new version this often while the page is open. */
const CHECK_MS = 60 * 60_000

export function installServiceWorker(): void {
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
