import { useStoreMap } from 'effector-react'
import { memo } from 'react'
import { availability } from '../../core/index.ts'
import { context, registry } from '../../model/index.ts'
import { Icon, IconButton, StarIcon, useTranslation } from '../../ui/index.ts'
import { $firstKeys } from './first-keys.ts'

export type CommandButtonProps = {
  readonly id: string
  /** Icon name that replaces the command's icon. */
  readonly icon?: string
  readonly label?: string
  readonly pressed?: boolean
  readonly busy?: boolean
}

/**
 * An icon that runs a command; not drawn while nothing has registered it. It hears only what concerns its command:
 * going to the next entry changes some facts, and a bar of ten buttons must not be drawn anew for that.
 */
export const CommandButton = memo(function CommandButton({
  id,
  icon,
  label,
  pressed,
  busy,
}: CommandButtonProps) {
  const { t } = useTranslation()
  const command = useStoreMap({
    store: registry.$commands,
    keys: [id],
    fn: (commands, [wanted]) => commands.get(wanted) ?? null,
  })
  const keys = useStoreMap({ store: $firstKeys, keys: [id], fn: (all, [wanted]) => all.get(wanted) ?? '' })
  const available = useStoreMap({
    store: context.$facts,
    keys: [command],
    fn: (facts, [wanted]) => wanted !== null && availability(wanted, facts).available,
  })
  if (!command) return null
  const name = icon ?? command.icon ?? 'command'
  return (
    <IconButton
      commandId={id}
      label={label ?? t(command.title, { ns: 'shortcuts' })}
      keys={keys || undefined}
      icon={name === 'star' ? <StarIcon data-fill aria-hidden="true" /> : <Icon name={name} />}
      pressed={pressed}
      aria-disabled={!available || undefined}
      {...(busy === undefined ? {} : { busy })}
    />
  )
})
