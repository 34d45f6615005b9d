/** The caches that hold the page: those of workbox, and that of public/at-hand.js. */
const PAGES = /^(workbox-precache|at-hand )/

/** Has the page and its headers fetched anew at the next load, from the server and not from the service worker. */
export async function dropCachedPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => PAGES.test(name)).map((name) => caches.delete(name)))
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}
