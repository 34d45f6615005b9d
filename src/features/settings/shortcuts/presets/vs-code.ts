import { bind, type Preset } from './preset.ts'

/** As in the editor. */
export const vsCode: Preset = {
  id: 'vsCode',
  rules: bind({
    F1: 'palette:open',
    '$mod+Shift+p': 'palette:open',
    '$mod+p': 'go:find-entry',
    '$mod+Shift+e': 'layout:focus-to-subscription',
    '$mod+Shift+f': 'go:find-entry',
    '$mod+1': 'layout:focus-to-timeline',
    '$mod+2': 'layout:focus-to-entry-render',
    'Alt+z': 'layout:toggle-wide-mode',
    F2: 'subscription:rename',
    F8: 'subscription:next-unread',
    'Shift+F8': 'subscription:previous-unread',
  }),
}
