/** Commands for keys and macros. */
import type { Argument } from '../src/core/index.ts'
import { $userKeymap, keymapReplaced } from '../src/model/app/index.ts'
import {
  $macroChoices,
  macroRemoved,
  macroSaved,
  playMacroFx,
  recordingDiscarded,
  recordingStarted,
} from '../src/model/keys/index.ts'
import { panes } from '../src/model/layout/index.ts'
import { commandGroup, openDialog, trigger, triggerFrom } from './define-command.ts'

const macroArgument: Argument = { name: 'name', title: 'ask.macro', type: 'enum', choices: $macroChoices }

export const keyCommands = [
  ...commandGroup('keys', {
    why: { kind: 'dialog', icon: 'keyboard', run: openDialog(() => ({ id: 'key-log' })) },
    'inspect-context': { kind: 'dialog', icon: 'keyboard', run: openDialog(() => ({ id: 'context-keys' })) },
  }),
  ...commandGroup('shortcuts', {
    'reset-all': {
      kind: 'change',
      icon: 'keyboard',
      run: triggerFrom($userKeymap, keymapReplaced, ({ overrides, rules }) =>
        Object.keys(overrides).length + rules.length > 0 ? { overrides: {}, rules: [] } : undefined,
      ),
    },
    unused: {
      kind: 'dialog',
      icon: 'keyboard',
      run: openDialog(() => ({ id: 'shortcuts', props: { isUnused: true } })),
    },
    print: {
      kind: 'dialog',
      icon: 'keyboard',
      run: openDialog(() => ({ id: 'shortcuts', props: { isPrinting: true } })),
    },
  }),
  ...commandGroup('macro', {
    record: {
      kind: 'view',
      bindings: [{ keys: 'q', where: panes, when: '!recording' }],
      needs: '!recording',
      icon: 'keyboard',
      run: trigger(recordingStarted, () => {}),
    },
    save: {
      kind: 'view',
      bindings: [{ keys: 'q', where: panes, when: 'recording' }],
      needs: 'recording',
      icon: 'keyboard',
      args: [{ name: 'name', title: 'ask.macroName', type: 'text' }],
      run: trigger(macroSaved, ({ args }) => ({ name: String(args['name'] ?? '') })),
    },
    discard: { kind: 'view', needs: 'recording', run: trigger(recordingDiscarded, () => {}) },
    play: {
      kind: 'change',
      bindings: [{ keys: 'Shift+q', where: panes }],
      needs: 'macros > 0',
      icon: 'keyboard',
      args: [macroArgument],
      run: ({ args, group }) => playMacroFx({ name: String(args['name'] ?? ''), group }),
    },
    delete: {
      kind: 'view',
      needs: 'macros > 0',
      icon: 'delete',
      args: [macroArgument],
      run: trigger(macroRemoved, ({ args }) => ({ name: String(args['name'] ?? '') })),
    },
  }),
]
