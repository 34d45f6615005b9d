import { useUnit } from 'effector-react'
import { z } from 'zod'
import type { Invocation } from '../../core/index.ts'
import { registry } from '../../model/app/registry.ts'
import { commandTitle, ConfirmDialog, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({
  /** The call to repeat once it is confirmed. */
  invocation: z.custom<Invocation>((value) => typeof (value as Partial<Invocation> | null)?.id === 'string'),
  /** Number of targets, or of repetitions. */
  affected: z.number(),
})
export type ConfirmCommandProps = z.infer<typeof propsSchema>

/** Names the command and how many things it would change; confirming runs it. */
export default function ConfirmCommandDialog({
  invocation,
  affected,
  onClose,
}: ConfirmCommandProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const { commands, invoke } = useUnit({ commands: registry.$commands, invoke: registry.commandInvoked })
  const command = commands.get(invocation.id)
  const target =
    command?.target === 'entries' || command?.target === 'subscriptions' ? command.target : 'times'
  const title = command ? commandTitle(command, t) : invocation.id
  return (
    <ConfirmDialog
      open
      variant="warning"
      title={title}
      description={t(command?.isPermanent ? 'confirm.permanent' : `confirm.${target}`, { count: affected })}
      confirmLabel={t('confirm.go', { count: affected })}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        invoke({ ...invocation, confirmed: true })
      }}
      onCancel={onClose}
    />
  )
}
