import { ConfirmDialog, useTranslation } from '../../ui/index.ts'

export type ConfirmProps = {
  /** ask: a choice; warning: think twice; danger: something will be gone. */
  readonly variant?: 'ask' | 'warning' | 'danger'
  /** Words, translated already. Without a title the variant's own stands. */
  readonly title?: string
  readonly words?: string
  readonly confirmLabel?: string
  readonly cancelLabel?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A question put by anybody through the modal stack; answering closes it either way. */
export function ConfirmModal({ variant = 'ask', words, onConfirm, onClose, ...given }: ConfirmProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <ConfirmDialog
      open
      variant={variant}
      title={given.title ?? t(`confirm.${variant}`)}
      description={words}
      confirmLabel={given.confirmLabel ?? t('common:action.confirm')}
      cancelLabel={given.cancelLabel ?? t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      onCancel={onClose}
    />
  )
}
