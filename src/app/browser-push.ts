/** The browser's Push API. Needs the service worker, which only a build has. */
import { PushFailure, type DevicePush, type PushSupport } from '../model/push/device-push.ts'

const registration = () => navigator.serviceWorker.getRegistration()

function support(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'available'
}

const current = async () => (await registration())?.pushManager.getSubscription() ?? null

export const browserPush: DevicePush = {
  support,
  token: async () => {
    const subscription = await current()
    return subscription && JSON.stringify(subscription)
  },
  requestPermission: async () => {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') throw new PushFailure(permission === 'denied' ? 'blocked' : 'refused')
  },
  subscribe: async (publicKey) => {
    const worker = await registration()
    if (!worker) throw new PushFailure('unsupported')
    // A subscription made with another server's key cannot be used with this one.
    await (await current())?.unsubscribe()
    try {
      const subscription = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      })
      return JSON.stringify(subscription)
    } catch (error) {
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError'
      throw new PushFailure(isBlocked ? 'blocked' : 'noService', error)
    }
  },
  unsubscribe: async () => void (await (await current())?.unsubscribe()),
}
