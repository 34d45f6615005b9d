/** Durations of spec 9, in milliseconds. */
const toastDurations = { plain: 4000, error: 5000 } as const

export type ToastAction = {
  readonly label: string
  readonly onPress: () => void
  readonly keys?: string | undefined
}

/** Copies the description to the clipboard; doneLabel is shown for two seconds afterwards. */
export type ToastCopy = {
  readonly label: string
  readonly doneLabel: string
  /** The browser does not allow it. */
  readonly onFailed: () => void
}

export type ToastOptions = {
  /** Id of the toast: another one with the same id replaces it. */
  readonly id?: string
  readonly tone?: 'plain' | 'success' | 'warning' | 'danger' | 'busy'
  readonly description?: string | undefined
  /** Shown as keycaps after the title. */
  readonly keys?: string | undefined
  readonly copy?: ToastCopy
  readonly action?: ToastAction
  readonly otherAction?: ToastAction
  /** Milliseconds; Infinity stays until dismissed. */
  readonly duration?: number
  readonly onDismiss?: () => void
}

/** Duration of a toast: explicit or by tone. Busy ones stay until replaced. */
export const toastDuration = ({ duration, tone }: ToastOptions): number =>
  duration ?? (tone === 'busy' ? Infinity : tone === 'danger' ? toastDurations.error : toastDurations.plain)

export type ToasterProps = {
  /** Names the region for screen readers. */
  readonly label: string
  readonly closeLabel: string
}
