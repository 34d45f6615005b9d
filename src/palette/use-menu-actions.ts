import type { Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useCallback } from 'react'
import { availability, type CommandArgs } from '../core/index.ts'
import { $firstKeys, context, registry } from '../model/app/index.ts'
import { entryMenu, menuOfEntry } from '../model/menus/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { menuTitle, useTranslation, termsText } from '../ui/index.ts'
import type { RowAction } from './rows.ts'

/** The commands of a context menu as actions of a row, with the row as their target. */
export function useMenuActions(): (ids: readonly string[], args: CommandArgs) => readonly RowAction[] {
  const { t } = useTranslation()
  const scope = useProvidedScope() as Scope
  const keys = useUnit($firstKeys)
  const { commands, contextKeys } = useUnit({
    commands: registry.$commands,
    contextKeys: context.$contextKeys,
  })
  const { invoke, close } = useUnit({ invoke: registry.commandInvoked, close: paletteClosed })
  return useCallback(
    (ids, args) =>
      // A menu of entries has what plugins add to it.
      (ids === entryMenu ? menuOfEntry(commands) : ids).flatMap((id): RowAction[] => {
        const command = commands.get(id)
        if (!command) return []
        const declared = Object.fromEntries(
          (command.args ?? []).flatMap(({ name }) => (args[name] === undefined ? [] : [[name, args[name]]])),
        )
        const state = availability(command, contextKeys, declared)
        const isComplete = (command.args ?? []).every(
          ({ name, optional }) => optional || declared[name] !== undefined,
        )
        const titleKey = command.titleFor ? scope.getState(command.titleFor)(declared) : null
        return [
          {
            key: id,
            title: titleKey === null ? menuTitle(command, t) : t(titleKey),
            icon: command.icon,
            keys: keys.get(id),
            ...(!state.available && { missing: termsText(state.missing, t) }),
            choose: () => {
              if (isComplete) close()
              invoke({ id, source: 'palette', args: declared })
            },
          },
        ]
      }),
    [scope, commands, contextKeys, keys, t, invoke, close],
  )
}
