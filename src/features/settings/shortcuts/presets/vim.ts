import { bind, unbind, type Preset } from './preset.ts'

/** As in the editor: u undoes, : opens the command line, pages with Ctrl. */
export const vim: Preset = {
  id: 'vim',
  rules: [
    ...unbind('z'),
    ...bind({
      u: 'global:undo',
      'Control+r': 'global:redo',
      'g u': 'timeline:unread-only',
      ':': 'palette:open',
      'Control+f': 'entry-render:page-down',
      'Control+b': 'entry-render:page-up',
      'Control+d': 'timeline:page-down',
      'Control+u': 'timeline:page-up',
      'z a': 'subscription:toggle-folder-collapse',
      'z z': 'layout:toggle-zen-mode',
      'Control+w h': 'layout:focus-to-subscription',
      'Control+w l': 'layout:focus-to-entry-render',
    }),
  ],
}
