/** One plugin's frame: it holds the plugin's worker, and messages go through it within its budget. */

/** Why a plugin was ended by the host. The name is a part of the message's key. */
export type CrashReason = 'unresponsive' | 'flood' | 'size' | 'tree' | 'start'

/** The plugin does not work any more and its frame was removed. */
export class SandboxCrash extends Error {
  readonly reason: CrashReason
  constructor(reason: CrashReason) {
    super(reason)
    this.reason = reason
  }
}

type Frame = {
  readonly send: (text: string) => void
  /** Removes the frame, which ends the worker. */
  readonly remove: () => void
}

/** Opens a frame for a plugin's worker, whose code is a classic script; tests replace it. */
export type OpenFrame = (code: string, received: (text: string) => void) => Frame

/** @param address of the frame's page */
export const openFrame =
  (address: string): OpenFrame =>
  (code, received) => {
    const frame = document.createElement('iframe')
    const { port1, port2 } = new MessageChannel()
    frame.sandbox.add('allow-scripts')
    frame.referrerPolicy = 'no-referrer'
    frame.hidden = true
    frame.dataset['pluginFrame'] = ''
    frame.src = address
    // Its origin is opaque, so that no other target origin fits; frame-src allows no navigation that the plugin could cause.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(code, '*', [port2]), { once: true })
    port1.addEventListener('message', ({ data }) => received(String(data)))
    port1.start()
    document.body.append(frame)
    return {
      send: (text) => port1.postMessage(text),
      remove() {
        port1.close()
        frame.remove()
      },
    }
  }
