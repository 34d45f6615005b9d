import type { ReactNode } from 'react'
import { Icon, IconButton } from '../../ui/index.ts'
import { useCommandFaces } from './use-command-faces.ts'

export type CommandButtonProps = {
  readonly id: string
  /** Instead of the command's own. */
  readonly icon?: ReactNode
  readonly label?: string
  readonly pressed?: boolean
  readonly busy?: boolean
}

/** An icon that runs a command; not drawn while nothing has registered it. */
export function CommandButton({ id, icon, label, pressed, busy }: CommandButtonProps) {
  const face = useCommandFaces()(id)
  if (!face) return null
  return (
    <IconButton
      commandId={id}
      label={label ?? face.label}
      keys={face.keys}
      icon={icon ?? <Icon name={face.icon ?? 'command'} />}
      pressed={pressed}
      aria-disabled={!face.state.available || undefined}
      {...(busy === undefined ? {} : { busy })}
    />
  )
}
