/** Labels over links and controls. */
import { hintsRequested } from '../src/model/hints/index.ts'
import { panes } from '../src/model/layout/index.ts'
import { commandGroup, trigger } from './define-command.ts'

export const hintCommands = commandGroup('hints', {
  links: {
    kind: 'motion',
    bindings: [{ keys: 'f', where: panes }],
    needs: 'entry',
    icon: 'link',
    run: trigger(hintsRequested, () => ({ scope: 'entry' as const })),
  },
  beside: {
    kind: 'motion',
    bindings: [{ keys: 'Shift+b', where: panes }],
    needs: 'entry',
    icon: 'link',
    run: trigger(hintsRequested, () => ({ scope: 'beside' as const })),
  },
  controls: {
    kind: 'motion',
    bindings: [{ keys: 'Shift+f', where: [...panes, 'home', 'sub-layer', 'modal'] }],
    icon: 'keyboard',
    run: trigger(hintsRequested, () => ({ scope: 'interface' as const })),
  },
})
