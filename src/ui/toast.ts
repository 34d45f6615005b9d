/** A queue of toasts that can be filled from anywhere; sonner renders them and loads with the first. */
import type { ToastOptions } from './toast-options.ts'

export type { ToastAction, ToastCopy, ToastOptions } from './toast-options.ts'

export type Toast = ToastOptions & { readonly id: string; readonly title: string }

type Listener = (toast: Toast) => void

const waiting: Toast[] = []
const shown = new Set<string>()
let listener: Listener | undefined
let wake: (() => void) | undefined
let count = 0

/** Shows a toast. @returns the id to dismiss or replace it */
export const toast = (title: string, options: ToastOptions = {}): string => {
  const id = options.id ?? `toast-${++count}`
  const made = { ...options, id, title }
  shown.add(id)
  if (listener) listener(made)
  else waiting.push(made)
  wake?.()
  return id
}

/** Shows an error toast: it stays a second longer and its text can be copied. */
export const toastError = (title: string, options: ToastOptions = {}): string =>
  toast(title, { tone: 'danger', ...options })

let dismissShown: ((id: string) => void) | undefined

/** Dismisses a toast, visible or still queued. */
export const dismissToast = (id: string): void => {
  const at = waiting.findIndex((one) => one.id === id)
  if (at >= 0) waiting.splice(at, 1)
  dismissShown?.(id)
}

/** Dismisses every toast, visible or still queued. */
export const dismissAllToasts = (): void => {
  for (const id of shown) dismissToast(id)
  shown.clear()
}

/** For the Toaster only: called when the first toast is waiting. @returns how to stop */
export const onFirstToast = (run: () => void): (() => void) => {
  wake = run
  if (waiting.length > 0) run()
  return () => {
    wake = undefined
  }
}

/** For the surface only: receives queued and later toasts. @returns unsubscribes */
export const drawToasts = (draw: Listener, dismiss: (id: string) => void): (() => void) => {
  listener = draw
  dismissShown = dismiss
  for (const made of waiting.splice(0)) draw(made)
  return () => {
    listener = undefined
    dismissShown = undefined
  }
}
