/** Global commands. */
import {
  exportRequested,
  flushRequested,
  followRequested,
  localResetRequested,
  paletteOpened,
  undoRequested,
} from '../src/model/index.ts'
import { isView } from '../src/contract/views.ts'
import type { Command } from '../src/core/index.ts'
import { $folderChoices, $viewChoices } from './choices.ts'
import { commandGroup, openDialog, trigger } from './define-command.ts'

/** Also when dialogs and menus have the focus. */
const everywhere = [
  'subscription-list',
  'timeline',
  'entry-render',
  'home',
  'sub-layer',
  'video-player',
  'modal',
  'menu',
  'dropdown-menu',
]
const viewOf = (text: string | undefined) => {
  const view = Number(text ?? 0)
  return isView(view) ? view : 0
}

export const globalCommands: readonly Command[] = [
  ...commandGroup('palette', {
    open: {
      bindings: [{ keys: '$mod+k' }],
      where: everywhere,
      inFields: true,
      icon: 'search',
      run: trigger(paletteOpened, () => {}),
    },
  }),
  ...commandGroup('global', {
    'quick-add': {
      bindings: [{ keys: '$mod+n' }],
      icon: 'add',
      run: openDialog(() => ({ id: 'follow' })),
    },
    follow: {
      needs: ['signedIn'],
      icon: 'add',
      args: [
        { name: 'address', title: 'ask.address', kind: 'text' },
        { name: 'view', title: 'ask.view', kind: 'choice', choices: $viewChoices, optional: true },
        { name: 'folder', title: 'ask.folder', kind: 'text', choices: $folderChoices, optional: true },
      ],
      run: trigger(followRequested, ({ args }) => ({
        url: args['address'] ?? '',
        view: viewOf(args['view']),
        category: args['folder'] ?? null,
      })),
    },
    'show-shortcuts': {
      bindings: [{ keys: '[Shift]+?' }],
      icon: 'keyboard',
      run: openDialog(() => ({ id: 'shortcuts' })),
    },
    undo: {
      bindings: [{ keys: '$mod+z' }],
      needs: ['undoable'],
      icon: 'undo',
      run: trigger(undoRequested, () => {}),
    },
    'import-opml': {
      needs: ['signedIn'],
      icon: 'import',
      run: openDialog(() => ({ id: 'import-report' })),
    },
    'export-opml': { needs: ['signedIn', 'online'], icon: 'export', run: trigger(exportRequested, () => {}) },
    'first-run-guide': { icon: 'help', run: openDialog(() => ({ id: 'first-run' })) },
    'send-changes': { icon: 'refresh', run: trigger(flushRequested, () => {}) },
    'reset-local-database': { icon: 'delete', run: trigger(localResetRequested, () => {}) },
  }),
]
