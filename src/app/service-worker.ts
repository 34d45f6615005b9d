/** The web app manifest and the service worker, which opens the page without a network and receives pushes. */
import { createWatch, scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { toBrowserPath } from '../core/base-path.ts'
import { userDataCleared } from '../model/app/index.ts'
import { fromPath, navigationRequested } from '../model/location/index.ts'
import { entered } from '../model/session/entrance.ts'
import { toast } from '../ui/index.ts'

/** ms between checks for a new version while the page is open. */
const CHECK_MS = 60 * 60_000
/** In sessionStorage while the page is loaded anew for an update. */
const UPDATED_KEY = 'lectern:updated'

export function becomeApp(scope: Scope): void {
  noticeUpdate(scope)
  openClickedNotifications(scope)
  endPushOfFormerUser(scope)
  // Not in index.html: the browser would fetch and decode its icons at once, before the list.
  const manifest = Object.assign(document.createElement('link'), {
    rel: 'manifest',
    href: toBrowserPath('/manifest.webmanifest'),
  })
  document.head.append(manifest)
  void register().catch(() => {})
}

/** The user has restarted the reader for a newer version. */
function noticeUpdate(scope: Scope): void {
  if (sessionStorage.getItem(UPDATED_KEY) === null) return
  sessionStorage.removeItem(UPDATED_KEY)
  scopeBind(entered, { scope })('updated')
}

/** Not by vite-plugin-pwa, which would have to know at the build where the reader is served. */
async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(toBrowserPath('/sw.js'))
  worker.addEventListener('waiting', () => {
    worker.addEventListener('controlling', ({ isUpdate }) => isUpdate && window.location.reload())
    const restart = () => {
      sessionStorage.setItem(UPDATED_KEY, 'true')
      worker.messageSkipWaiting()
    }
    toast(i18next.t('app:update.ready'), {
      id: 'update',
      duration: Number.POSITIVE_INFINITY,
      action: { label: i18next.t('common:action.reload'), onPress: restart },
    })
  })
  const registration = await worker.register()
  if (registration) setInterval(() => void registration.update().catch(() => {}), CHECK_MS)
}

/** public/push.js sends the path of a clicked notification to a window that is open already. */
function openClickedNotifications(scope: Scope): void {
  const navigate = scopeBind(navigationRequested, { scope })
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { type, path } = (data ?? {}) as { readonly type?: unknown; readonly path?: unknown }
    const location = type === 'open-path' && typeof path === 'string' ? fromPath(path) : null
    if (location) navigate(location)
  })
}

/** Signing out ends the notifications of this browser, also where the server is unreachable. */
function endPushOfFormerUser(scope: Scope): void {
  createWatch({
    unit: userDataCleared,
    scope,
    fn: () =>
      void navigator.serviceWorker
        ?.getRegistration()
        .then((worker) => worker?.pushManager.getSubscription())
        .then((subscription) => subscription?.unsubscribe())
        .catch(() => false),
  })
}
