import { useUnit } from 'effector-react'
import {
  placeButton,
  Section,
  ShortcutRow,
  useKeyRows,
  useToolbarOrder,
} from '../../features/settings/index.ts'
import { $toolbarItems } from '../../features/registry.ts'
import { overrideChanged, registry } from '../../model/app/index.ts'
import { commandTitle, Switch, useTranslation } from '../../ui/index.ts'

/** The keys of a plugin's commands, and which of its buttons stand in the toolbar of entries. Nothing while it does not run. */
export function PluginControls({ id }: { readonly id: string }) {
  const { t } = useTranslation(['app', 'shortcuts', id])
  const { commands, items, change } = useUnit({
    commands: registry.$commands,
    items: $toolbarItems,
    change: overrideChanged,
  })
  const { rowOf } = useKeyRows((command, keys) => change({ id: command.id, keys }))
  const { order, save } = useToolbarOrder()
  const own = [...commands.values()].filter(({ plugin, keysOnly }) => plugin === id && keysOnly !== true)
  const buttons = own.filter((command) => items.some((item) => item.command === command.id))
  if (own.length === 0) return null
  const place = (command: string, isVisible: boolean) =>
    save(
      isVisible
        ? placeButton(order, command, 'main', order.main.length)
        : placeButton(order, command, 'more', 0),
    )
  return (
    <Section title={t('plugin.controls.title')}>
      {own.map((command) => (
        <ShortcutRow key={command.id} {...rowOf(command)} />
      ))}
      {buttons.map((command) => (
        <div key={command.id} className="setting">
          <Switch
            label={
              buttons.length === 1
                ? t('plugin.controls.onlyButton')
                : t('plugin.controls.button', { command: commandTitle(command, t) })
            }
            hint={t('plugin.controls.buttonHint')}
            name={`button ${command.id}`}
            checked={order.main.includes(command.id)}
            onChange={(isVisible) => place(command.id, isVisible)}
          />
        </div>
      ))}
    </Section>
  )
}
