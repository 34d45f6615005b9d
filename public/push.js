// Read by the service worker: shows a push message, and opens its entry when the user clicks it. The server sends the JSON of
// src/contract/messaging.ts (pushMessage).
const LIST = '/timeline/view-0/all/pending'
/** Where the reader is served, without a slash at its end. */
const base = self.registration.scope.replace(/\/$/, '')

/** The data of a push message. Browsers require a notification for every push, also for one that cannot be read. */
const dataOf = (event) => {
  try {
    return event.data.json().data ?? {}
  } catch {
    return {}
  }
}

const pathOf = ({ view, feedId, entryId }) =>
  [view, feedId, entryId].every((part) => typeof part === 'string' && part !== '')
    ? `/timeline/view-${[view, feedId, entryId].map(encodeURIComponent).join('/')}`
    : LIST

self.addEventListener('push', (event) => {
  const data = dataOf(event)
  event.waitUntil(
    self.registration.showNotification(data.title || 'Lectern', {
      body: data.description || '',
      icon: `${base}/icon-192.png`,
      badge: `${base}/icon-64.png`,
      // The same entry again replaces its notification.
      tag: data.entryId || 'lectern',
      data: { path: pathOf(data) },
    }),
  )
})

/** A window that is open already shows the entry; without one, a new window opens. */
const open = async (path) => {
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find(({ focused }) => focused) ?? windows[0]
  if (!shown) return self.clients.openWindow(base + path)
  shown.postMessage({ type: 'open-path', path })
  // Refused where the browser does not count the click as the user's: the window shows the entry all the same.
  return shown.focus().catch(() => null)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? LIST))
})

/** The browser has renewed or dropped the subscription: the server learns of the new one. */
const renew = async ({ oldSubscription, newSubscription }) => {
  const subscription =
    newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription?.options))
  await fetch(`${base}/api/messaging`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'web', token: JSON.stringify(subscription) }),
  })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
