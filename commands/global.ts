/** Global commands. */
import { attach } from 'effector'
import { localResetRequested } from '../src/model/browser-actions/index.ts'
import { $currentEntry } from '../src/model/entries/index.ts'
import { $redoTitle, $undoTitle, redoRequested, undoRequested } from '../src/model/journal/index.ts'
import { repeatRequested } from '../src/model/keys/index.ts'
import { flushRequested } from '../src/model/outbox/index.ts'
import { followRequested } from '../src/model/subscriptions/index.ts'
import type { Command, CommandCall } from '../src/core/index.ts'
import { $categoryChoices, $viewChoices } from './choices.ts'
import { dialogOpened, panes } from '../src/model/layout/index.ts'
import { commandGroup, openDialog, trigger } from './define-command.ts'
import { textOf, viewOf } from './command-args.ts'

export const globalCommands: readonly Command[] = [
  ...commandGroup('global', {
    'quick-add': {
      kind: 'dialog',
      // The first is displayed: browsers reserve Ctrl+N.
      bindings: [{ keys: 'a' }, { keys: '$mod+n' }],
      icon: 'add',
      run: openDialog(() => ({ id: 'follow' })),
    },
    follow: {
      kind: 'change',
      needs: 'signedIn',
      icon: 'add',
      args: [
        { name: 'address', title: 'ask.address', type: 'text' },
        { name: 'view', title: 'ask.view', type: 'view', choices: $viewChoices, optional: true },
        {
          name: 'category',
          title: 'ask.folder',
          type: 'category',
          choices: $categoryChoices,
          open: true,
          optional: true,
        },
        { name: 'title', title: 'ask.title', type: 'text', optional: true },
        { name: 'isPrivate', title: 'ask.isPrivate', type: 'boolean', optional: true },
      ],
      run: trigger(followRequested, ({ args }) => ({
        url: textOf(args, 'address') ?? '',
        view: viewOf(args) ?? 0,
        category: textOf(args, 'category') ?? null,
        title: textOf(args, 'title') ?? null,
        isPrivate: args['isPrivate'] === true,
      })),
    },
    'page-feed': {
      kind: 'dialog',
      needs: 'signedIn',
      icon: 'add',
      run: openDialog(() => ({ id: 'page-feed' })),
    },
    /** Of the open entry's page, or of one that the user types. */
    'page-changes': {
      kind: 'dialog',
      bindings: [{ keys: 'g o' }],
      needs: 'signedIn',
      icon: 'add',
      run: attach({
        source: $currentEntry,
        effect: (entry, _call: CommandCall) => {
          const url = entry?.summary.url
          dialogOpened({ id: 'page-feed', props: { changes: true, ...(url && { url }) } })
        },
      }),
    },
    'show-shortcuts': {
      kind: 'dialog',
      bindings: [{ keys: '[Shift]+?' }],
      icon: 'keyboard',
      run: openDialog(() => ({ id: 'shortcuts' })),
    },
    undo: {
      currentTitle: $undoTitle,
      kind: 'view',
      bindings: [{ keys: '$mod+z' }],
      needs: 'undoable',
      icon: 'undo',
      // `change`: a step of the journal, as a toast names it.
      run: trigger(undoRequested, ({ args }) => {
        const id = textOf(args, 'change')
        return id === undefined ? undefined : { id }
      }),
    },
    redo: {
      currentTitle: $redoTitle,
      kind: 'view',
      // These keys toggle zen mode while there is nothing to redo.
      bindings: [{ keys: '$mod+Shift+z', when: 'redoable' }, { keys: '$mod+y' }],
      needs: 'redoable',
      icon: 'redo',
      run: trigger(redoRequested, () => {}),
    },
    repeat: {
      kind: 'view',
      bindings: [{ keys: '.', where: panes }],
      takesCount: true,
      icon: 'refresh',
      run: trigger(repeatRequested, ({ count, group }) => ({ count, group })),
    },
    'first-run-guide': { kind: 'dialog', icon: 'help', run: openDialog(() => ({ id: 'first-run' })) },
    'send-changes': { kind: 'view', icon: 'refresh', run: trigger(flushRequested, () => {}) },
    'reset-local-database': { kind: 'view', icon: 'delete', run: trigger(localResetRequested, () => {}) },
  }),
]
