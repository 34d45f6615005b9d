import { bind, type Preset } from './preset.ts'

/** As in the editor and its feed readers: n and p step, Ctrl and Alt move. */
export const emacs: Preset = {
  id: 'emacs',
  rules: bind({
    'Alt+x': 'palette:open',
    n: 'timeline:switch-to-next',
    p: 'timeline:switch-to-previous',
    'Control+n': 'timeline:switch-to-next',
    'Control+p': 'timeline:switch-to-previous',
    'Alt+n': 'subscription:next-unread',
    'Alt+p': 'subscription:previous-unread',
    'Control+v': 'entry-render:page-down',
    'Alt+v': 'entry-render:page-up',
    'Alt+<': 'timeline:switch-to-first',
    'Alt+>': 'timeline:switch-to-last',
    'Control+s': 'go:find-entry',
    'Control+/': 'global:undo',
    'Control+h k': 'keys:why',
    'Control+h b': 'global:show-shortcuts',
  }),
}
