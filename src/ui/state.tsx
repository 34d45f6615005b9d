import type { ReactNode } from 'react'
import { ErrorIcon } from './icons.ts'

type StateText = {
  readonly title: string
  readonly description?: ReactNode
  /** Action buttons. */
  readonly actions?: ReactNode
  /** One quiet line under the buttons, such as a key to press. */
  readonly hint?: ReactNode
}

export type EmptyStateProps = StateText & { readonly icon?: ReactNode }

/** An empty state: the reason, and what to do next. */
export function EmptyState({ icon, title, description, actions, hint }: EmptyStateProps) {
  return (
    <div className="ui-state" data-tone="empty">
      {icon && (
        <div className="ui-state-icon" aria-hidden="true">
          {icon}
        </div>
      )}
      <h2 className="ui-state-title">{title}</h2>
      {description && <div className="ui-state-words">{description}</div>}
      {actions && <div className="ui-state-actions">{actions}</div>}
      {hint && <div className="ui-state-hint">{hint}</div>}
    </div>
  )
}

export type ErrorStateProps = StateText & {
  readonly icon?: ReactNode
  /** Technical details, to be copied. */ readonly detail?: string | undefined
}

/** An error in place of content. Announced at once. */
export function ErrorState({
  icon = <ErrorIcon />,
  title,
  description,
  detail,
  actions,
  hint,
}: ErrorStateProps) {
  return (
    <div className="ui-state" data-tone="error" role="alert">
      <div className="ui-state-icon" aria-hidden="true">
        {icon}
      </div>
      <h2 className="ui-state-title">{title}</h2>
      {description && <div className="ui-state-words">{description}</div>}
      {detail && (
        <pre className="ui-state-detail" tabIndex={0}>
          {detail}
        </pre>
      )}
      {actions && <div className="ui-state-actions">{actions}</div>}
      {hint && <div className="ui-state-hint">{hint}</div>}
    </div>
  )
}
