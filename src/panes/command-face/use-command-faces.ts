import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { availability, type Availability, type Command } from '../../core/index.ts'
import { context, registry } from '../../model/index.ts'
import { $firstKeys } from './first-keys.ts'

/** A command as it is drawn. */
export type CommandFace = {
  readonly id: string
  readonly label: string
  /** The first sequence in force; undefined: none. */
  readonly keys: string | undefined
  readonly icon: string | undefined
  readonly command: Command
  readonly state: Availability
}

/** @returns the face of a command by its id; null when nothing has registered it */
export function useCommandFaces(): (id: string) => CommandFace | null {
  const { t } = useTranslation()
  const [commands, keys, facts] = useUnit([registry.$commands, $firstKeys, context.$facts])
  return useMemo(
    () => (id: string) => {
      const command = commands.get(id)
      if (!command) return null
      return {
        id,
        command,
        label: t(command.title, { ns: 'shortcuts' }),
        keys: keys.get(id),
        icon: command.icon,
        state: availability(command, facts),
      }
    },
    [commands, keys, facts, t],
  )
}
