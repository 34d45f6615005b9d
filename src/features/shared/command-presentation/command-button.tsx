import { useStoreMap } from 'effector-react'
import { memo } from 'react'
import { availability } from '../../../core/index.ts'
import { $firstKeys, context, registry } from '../../../model/app/index.ts'
import { Button, commandTitle, Icon, IconButton, StarIcon, useTranslation } from '../../../ui/index.ts'

export type CommandButtonProps = {
  readonly id: string
  /** Icon name that replaces the command's icon. */
  readonly icon?: string
  readonly label?: string
  /** Drawn beside the icon; the label is the tooltip then. */
  readonly word?: string | undefined
  readonly pressed?: boolean
  readonly busy?: boolean
}

/**
 * An icon button that runs a command, with a word where it has one; renders nothing while the command is not registered. It subscribes only to its own
 * command: navigation changes context keys, and that must not render a bar of ten buttons.
 */
export const CommandButton = memo(function CommandButton({
  id,
  icon,
  label: ownLabel,
  word,
  pressed,
  busy,
}: CommandButtonProps) {
  const { t } = useTranslation()
  const command = useStoreMap({
    store: registry.$commands,
    keys: [id],
    fn: (commands, [commandId]) => commands.get(commandId) ?? null,
  })
  const keys = useStoreMap({
    store: $firstKeys,
    keys: [id],
    fn: (all, [commandId]) => all.get(commandId) ?? '',
  })
  const available = useStoreMap({
    store: context.$contextKeys,
    keys: [command],
    fn: (values, [current]) => current !== null && availability(current, values).available,
  })
  if (!command) return null
  const name = icon ?? command.icon ?? 'command'
  const label = ownLabel ?? commandTitle(command, t)
  const shared = {
    commandId: id,
    keys: keys || undefined,
    icon: name === 'star' ? <StarIcon data-fill aria-hidden="true" /> : <Icon name={name} />,
    'aria-disabled': !available || undefined,
    ...(busy === undefined ? {} : { busy }),
  }
  if (word === undefined) return <IconButton {...shared} label={label} pressed={pressed} />
  return (
    <Button {...shared} variant={pressed ? 'plain' : 'quiet'} tooltip={label} aria-pressed={pressed}>
      {word}
    </Button>
  )
})
