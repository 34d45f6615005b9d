/** Toasts, as a queue that may be called from anywhere; sonner draws them and is fetched with the first. */
import type { ToastOptions } from './toast-options.ts'

export type { ToastAction, ToastCopy, ToastOptions } from './toast-options.ts'

export type Toast = ToastOptions & { readonly id: string; readonly title: string }

type Listener = (toast: Toast) => void

const waiting: Toast[] = []
let listener: Listener | undefined
let wake: (() => void) | undefined
let count = 0

/** Says something in the corner. @returns the id to dismiss or replace it by */
export const toast = (title: string, options: ToastOptions = {}): string => {
  const id = options.id ?? `toast-${++count}`
  const made = { ...options, id, title }
  if (listener) listener(made)
  else waiting.push(made)
  wake?.()
  return id
}

/** The same for something that went wrong: it stays a second longer and its words can be copied. */
export const toastError = (title: string, options: ToastOptions = {}): string =>
  toast(title, { tone: 'danger', ...options })

let dismissShown: ((id: string) => void) | undefined

/** Takes a toast away before its time, shown or still waiting. */
export const dismissToast = (id: string): void => {
  const at = waiting.findIndex((one) => one.id === id)
  if (at >= 0) waiting.splice(at, 1)
  dismissShown?.(id)
}

/** For the Toaster only: called when the first toast is waiting. @returns how to stop */
export const onFirstToast = (run: () => void): (() => void) => {
  wake = run
  if (waiting.length > 0) run()
  return () => {
    wake = undefined
  }
}

/** For the surface only: takes what waited, then everything that comes. @returns how to stop */
export const drawToasts = (draw: Listener, dismiss: (id: string) => void): (() => void) => {
  listener = draw
  dismissShown = dismiss
  for (const made of waiting.splice(0)) draw(made)
  return () => {
    listener = undefined
    dismissShown = undefined
  }
}
