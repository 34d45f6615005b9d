import type { CSSProperties, ReactNode } from 'react'

export type ProgressProps = {
  /** Label and accessible name of the bar. */
  readonly label: string
  /** From 0 to 1; indeterminate without it. */
  readonly value?: number | undefined
  /** Text at the right end, such as "12 of 40". */
  readonly detail?: ReactNode
  readonly hideLabel?: boolean
}

/** A progress bar. */
export function Progress({ label, value, detail, hideLabel }: ProgressProps) {
  const fraction = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div>
      {!hideLabel && (
        <div className="ui-progress-words">
          <span>{label}</span>
          <span>{detail}</span>
        </div>
      )}
      <div
        className="ui-progress"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={fraction === undefined ? undefined : Math.round(fraction * 100)}
        data-unknown={fraction === undefined || undefined}
        style={{ '--progress': fraction ?? 0 } as CSSProperties}
      />
    </div>
  )
}
