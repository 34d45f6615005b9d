import { bind, type Preset } from './preset.ts'

export const googleReader: Preset = {
  id: 'googleReader',
  rules: bind({
    n: 'timeline:switch-to-next',
    p: 'timeline:switch-to-previous',
    o: 'layout:focus-to-entry-render',
    v: 'entry:open-in-browser',
    'Shift+s': 'entry:share',
    'Shift+n': 'subscription:next-unread',
    'Shift+p': 'subscription:previous-unread',
    u: 'layout:toggle-subscription-column',
    'Shift+u': 'timeline:unread-only',
    'g u': 'go:find-subscription',
  }),
}
