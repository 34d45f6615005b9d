import { attach } from 'effector'
import { parseExpression, SAVE_PREFIX, type Command, type CommandCall } from '../../core/index.ts'
import { $services } from '../../model/services.ts'
import { saveFx } from './saves.ts'

/**
 * The command of a plugin that saves entries to a service.
 * @param needs of the open entry, as a context expression
 * @throws ExpressionError where it cannot be read
 */
export function saveCommandOf(plugin: string, needs: string): Command {
  parseExpression(needs)
  return {
    id: `${SAVE_PREFIX}${plugin}`,
    group: 'integration',
    title: `${plugin}:save`,
    keywords: `${plugin}:saveKeywords`,
    icon: 'save',
    onSelection: true,
    inEntryMenu: true,
    kind: 'change',
    target: 'entries',
    targetNeeds: `${needs} || selected > 0`,
    args: [{ name: 'entries', type: 'entries', title: 'ask.entry' }],
    plugin,
    run: (call) => saveTargetsFx({ plugin, call }),
  }
}

const saveTargetsFx = attach({
  source: $services,
  effect: (
    { platform },
    { plugin, call: { args } }: { readonly plugin: string; readonly call: CommandCall },
  ) => {
    const entryIds = Array.isArray(args['entries']) ? args['entries'].map(String) : []
    return saveFx({ plugin, entryIds, selection: entryIds.length === 1 ? platform.selectedText() : '' })
  },
})
