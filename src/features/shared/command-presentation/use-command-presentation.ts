import type { Scope, Store } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useCallback, useMemo } from 'react'
import type { TFunction } from 'i18next'
import {
  availability,
  type Availability,
  type Command,
  type CommandArgs,
  type ContextValues,
} from '../../../core/index.ts'
import { $firstKeys, context, registry } from '../../../model/app/index.ts'
import { commandTitle, menuTitle, useTranslation } from '../../../ui/index.ts'

/** Presentation of a command. */
export type CommandPresentation = {
  readonly id: string
  readonly label: string
  /** The first sequence in force; undefined: none. */
  readonly keys: string | undefined
  readonly icon: string | undefined
  readonly command: Command
  /** Beside what it acts on: what it would do with these arguments. */
  readonly labelWith: (args: CommandArgs) => string
  /** Whether it can run with these arguments. */
  readonly availabilityWith: (args: CommandArgs) => Availability
}

type FaceOf = (id: string) => CommandPresentation | null
type Known = {
  readonly commands: ReadonlyMap<string, Command>
  readonly keys: ReadonlyMap<string, string>
  readonly contextKeys: ContextValues
  /** Reads a store of the scope. */
  readonly read: <T>(store: Store<T>) => T
}

/** @returns the face of a command by its id; null when nothing has registered it */
export function useCommandPresentation(): FaceOf {
  const { t } = useTranslation()
  const scope = useProvidedScope() as Scope
  const [commands, keys, contextKeys] = useUnit([registry.$commands, $firstKeys, context.$contextKeys])
  return useMemo(
    () => (id) => faceIn({ commands, keys, contextKeys, read: (store) => scope.getState(store) }, id, t),
    [commands, keys, contextKeys, scope, t],
  )
}

/** A getter for the current presentation, for menus that open: it subscribes to nothing. */
export function useCommandPresentationGetter(): FaceOf {
  const { t } = useTranslation()
  const scope = useProvidedScope() as Scope
  return useCallback(
    (id) => {
      const commands = scope.getState(registry.$commands)
      return faceIn(
        {
          commands,
          keys: scope.getState($firstKeys),
          contextKeys: scope.getState(context.$contextKeys),
          read: (store) => scope.getState(store),
        },
        id,
        t,
      )
    },
    [scope, t],
  )
}

function faceIn(
  { commands, keys, contextKeys, read }: Known,
  id: string,
  t: TFunction,
): CommandPresentation | null {
  const command = commands.get(id)
  if (!command) return null
  const label = commandTitle(command, t)
  return {
    id,
    command,
    label,
    labelWith: (args) => {
      const key = command.titleFor ? read(command.titleFor)(args) : null
      return key === null ? menuTitle(command, t) : t(key)
    },
    keys: keys.get(id),
    icon: command.icon,
    availabilityWith: (args) => availability(command, contextKeys, args),
  }
}
