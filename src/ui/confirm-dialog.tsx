import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { HelpIcon, WarningIcon } from './icons.ts'

export type ConfirmDialogProps = {
  readonly open: boolean
  /** ask: a plain choice; warning: caution; danger: data will be lost. */
  readonly variant?: 'ask' | 'warning' | 'danger'
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A question with two answers. When data would be lost, the cancel button has the focus. */
export function ConfirmDialog({
  variant = 'ask',
  confirmLabel,
  cancelLabel,
  busy,
  onConfirm,
  onCancel,
  ...rest
}: ConfirmDialogProps) {
  const danger = variant === 'danger'
  return (
    <Dialog
      {...rest}
      size="small"
      role="alertdialog"
      tone={variant}
      icon={variant === 'ask' ? <HelpIcon /> : <WarningIcon />}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} autoFocus={danger}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm} autoFocus={!danger}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
