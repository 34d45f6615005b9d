/**
 * Removes from a plugin's worker what reaches outside or takes other threads. The frame's policy refuses the requests as well;
 * workers of the worker are refused here alone. Runs before the plugin's code: a worker has no second realm to take them from.
 */
export const REMOVED = [
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'importScripts',
  'indexedDB',
  'caches',
  'FontFace',
  'Notification',
]

/** @throws where one of them cannot be removed: the plugin does not start then */
export function removeGlobals(scope: object): void {
  for (const name of REMOVED) {
    for (let holder: object | null = scope; holder; holder = Object.getPrototypeOf(holder) as object | null)
      Reflect.deleteProperty(holder, name)
    if (name in scope) throw new Error(`${name} cannot be removed`)
  }
}
