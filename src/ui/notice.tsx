import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.ts'

export type NoticeProps = {
  readonly tone?: 'quiet' | 'accent' | 'warning' | 'danger' | 'success'
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Label of the dismiss button; no button without it. */
  readonly dismissLabel?: string
  readonly onDismiss?: () => void
}

/** An inline message about a state: offline, not saved, something new. */
export function Notice({ tone = 'quiet', icon, children, actions, dismissLabel, onDismiss }: NoticeProps) {
  return (
    <div className="ui-notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {icon}
      <div className="ui-notice-words">{children}</div>
      {actions && <div className="ui-notice-actions">{actions}</div>}
      {onDismiss && dismissLabel && (
        <IconButton label={dismissLabel} icon={<CloseIcon />} size="small" onClick={onDismiss} />
      )}
    </div>
  )
}

export type PillProps = {
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly commandId?: string
  readonly onClick?: () => void
}

/** A floating button above a list that shows new entries. */
export function Pill({ icon, children, commandId, onClick }: PillProps) {
  return (
    <button type="button" className="ui-pill" data-command-id={commandId} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
