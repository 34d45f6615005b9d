import { useUnit } from 'effector-react'
import { useCallback } from 'react'
import type { Command } from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { textCopied } from '../model/browser-actions/index.ts'
import { $lastPane } from '../model/layout/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import { $recentCommands, rankingReset } from '../model/recents/index.ts'
import { rebindRequested } from '../model/keys/index.ts'
import { useTranslation } from '../ui/index.ts'
import { explainRank } from './explain-rank.ts'
import type { RankParts } from './rank.ts'
import type { RowAction } from './rows.ts'

/** The actions of a command's row. */
export function useCommandActions(): (command: Command, parts: RankParts | null) => readonly RowAction[] {
  const { t } = useTranslation()
  const { recents, area } = useUnit({ recents: $recentCommands, area: $lastPane })
  const run = useUnit({
    invoke: registry.commandInvoked,
    close: paletteClosed,
    rebind: rebindRequested,
    copy: textCopied,
    reset: rankingReset,
  })
  return useCallback(
    (command, parts) => {
      const { id } = command
      const recent = recents.find((one) => one.id === id)
      const closing = (then: () => void) => () => {
        run.close()
        then()
      }
      return [
        {
          key: 'set-key',
          title: t('palette.actions.setKey'),
          icon: 'keyboard',
          choose: closing(() => run.rebind(id)),
        },
        {
          key: 'set-alias',
          title: t('palette.actions.setAlias'),
          icon: 'edit',
          choose: () => run.invoke({ id: 'palette:set-alias', source: 'palette', args: { command: id } }),
        },
        {
          key: 'why',
          title: t('palette.actions.why'),
          icon: 'info',
          lines: explainRank(parts, recent, area, t),
          choose: () => {},
        },
        {
          key: 'reset',
          title: t('palette.actions.reset'),
          icon: 'history',
          choose: () => run.reset(id),
          ...(recent === undefined && { missing: t('palette.why.neverUsed') }),
        },
        {
          key: 'copy-id',
          title: t('palette.actions.copyId'),
          icon: 'copy',
          choose: closing(() => run.copy(id)),
        },
      ]
    },
    [recents, area, run, t],
  )
}
