/** Rules: opening them, writing a new one, and changing the one that is named. They load with the first change. */
import { createEffect, scopeBind } from 'effector'
import type { Argument, CommandArgs, CommandCall } from '../src/core/index.ts'
import { $source, dialogOpened, screenRequested } from '../src/model/index.ts'
import {
  $ruleNames,
  ruleChangeRequested,
  rulesExportRequested,
  type RuleChange,
} from '../src/model/rules/requests.ts'
import { entryIdsOf, firstIdOf, textOf } from './command-args.ts'
import { commandGroup, trigger } from './define-command.ts'

const to = (path: string) => trigger(screenRequested, () => ({ path }))

const rule: Argument = {
  name: 'rule',
  title: 'ask.rule',
  type: 'enum',
  choices: $ruleNames.map(
    (names) => () =>
      names.map((name, position) => ({ value: String(position), title: name || `#${position + 1}` })),
  ),
}
/** A rule by its position, as the list passes it before the names are known to the palette. */
const anyRule: Argument = { ...rule, open: true }
const positionOf = (args: CommandArgs): number => Number(textOf(args, 'rule') ?? -1)

const change = (name: RuleChange['change']) =>
  createEffect(async ({ args }: CommandCall) => {
    const request = scopeBind(ruleChangeRequested, { safe: true })
    await import('../src/model/rules/index.ts')
    request({ change: name, position: positionOf(args) })
  })
const exportFx = createEffect(async (_: CommandCall) => {
  const request = scopeBind(rulesExportRequested, { safe: true })
  await import('../src/model/rules/index.ts')
  request()
})

/** The query of the search that is open. */
const $openQuery = $source.map((source) => () => (source.kind === 'search' ? source.query : undefined))

export const ruleCommands = [
  ...commandGroup('rules', {
    new: { kind: 'view', icon: 'add', run: to('/action?rule=new') },
    'new-from-feed': {
      kind: 'view',
      icon: 'add',
      target: 'subscriptions',
      targetNeeds: 'subscription',
      run: trigger(screenRequested, ({ args }) => ({
        path: `/action?rule=new&subscription=${encodeURIComponent(firstIdOf(args))}`,
      })),
    },
    'new-from-query': {
      kind: 'view',
      icon: 'add',
      args: [{ name: 'query', title: 'ask.query', type: 'query', initial: $openQuery }],
      run: trigger(screenRequested, ({ args }) => ({
        path: `/action?rule=new&query=${encodeURIComponent(textOf(args, 'query') ?? '')}`,
      })),
    },
    edit: {
      kind: 'view',
      icon: 'edit',
      args: [anyRule],
      run: trigger(screenRequested, ({ args }) => ({ path: `/action?rule=${positionOf(args)}` })),
    },
    toggle: { kind: 'change', icon: 'done', args: [anyRule], run: change('toggle') },
    'move-up': { kind: 'change', icon: 'up', args: [anyRule], run: change('move-up') },
    'move-down': { kind: 'change', icon: 'open-menu', args: [anyRule], run: change('move-down') },
    delete: { kind: 'change', icon: 'delete', args: [anyRule], run: change('delete') },
    'dry-run': { kind: 'view', icon: 'search', run: to('/action?show=past') },
    'show-deliveries': { kind: 'view', icon: 'link', run: to('/action?show=deliveries') },
    'show-hidden': { kind: 'view', icon: 'hide', run: to('/action?show=hidden') },
    import: { kind: 'view', icon: 'import', run: to('/action?show=import') },
    export: { kind: 'view', icon: 'export', run: exportFx },
  }),
  ...commandGroup('entry', {
    'which-rule': {
      kind: 'dialog',
      icon: 'filter',
      target: 'entries',
      targetNeeds: 'entry',
      run: trigger(dialogOpened, ({ args }) => ({
        id: 'rule-acts' as const,
        props: { entryId: entryIdsOf(args)[0] ?? '' },
      })),
    },
  }),
]
