/** Durations of spec 9, in milliseconds. */
export const toastDurations = { plain: 4000, error: 5000 } as const

export type ToastAction = { readonly label: string; readonly onPress: () => void; readonly keys?: string }

/** Puts the description on the clipboard; doneLabel stands there for two seconds afterwards. */
export type ToastCopy = { readonly label: string; readonly doneLabel: string }

export type ToastOptions = {
  /** Names the toast: a second one with the same id takes the place of the first. */
  readonly id?: string
  readonly tone?: 'plain' | 'success' | 'warning' | 'danger' | 'busy'
  readonly description?: string | undefined
  readonly copy?: ToastCopy
  readonly action?: ToastAction
  /** Milliseconds; Infinity stays until dismissed. */
  readonly duration?: number
  readonly onDismiss?: () => void
}

/** How long a toast stays: named, or by what it says. Busy ones stay until they are replaced. */
export const toastDuration = ({ duration, tone }: ToastOptions): number =>
  duration ?? (tone === 'busy' ? Infinity : tone === 'danger' ? toastDurations.error : toastDurations.plain)

export type ToasterProps = {
  /** Names the region for screen readers. */
  readonly label: string
  readonly closeLabel: string
}
