import type { CallCommand } from '../../plugin-api/manifest.ts'
import { useTranslation } from '../../ui/index.ts'

/** A command of a manifest, as far as the user needs to know it. */
export type DeclaredCommand = Pick<CallCommand, 'id' | 'scope'>

/** What other programs may run of a plugin, with the scope that their token needs; nothing where there is nothing. */
export function DeclaredCommands({
  title,
  commands,
}: {
  readonly title: string
  readonly commands: readonly DeclaredCommand[]
}) {
  const { t } = useTranslation('app')
  if (commands.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="plugin-list">
        {commands.map(({ id, scope }) => (
          <li key={id}>
            {t('plugin.commands.item', {
              command: id,
              scope: t(`settings:account.readers.scope.${scope}`),
            })}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Those of some commands that others do not have, or have with another scope. */
export const commandsBeside = (
  commands: readonly DeclaredCommand[],
  others: readonly DeclaredCommand[],
): readonly DeclaredCommand[] =>
  commands.filter(({ id, scope }) => !others.some((other) => other.id === id && other.scope === scope))
