import { bind, operatorKeys, unbind, type Preset } from './preset.ts'

export const miniflux: Preset = {
  id: 'miniflux',
  rules: [
    ...unbind(...operatorKeys('d')),
    ...bind({
      n: 'timeline:switch-to-next',
      p: 'timeline:switch-to-previous',
      o: 'layout:focus-to-entry-render',
      v: 'entry:open-in-browser',
      d: 'entry:ability',
      f: 'entry:star',
      'g u': 'timeline:unread-only',
      'g b': 'go:stars',
      'g c': 'go:folder',
      'g s': 'settings:open',
      'Shift+r': 'timeline:refetch',
      '#': 'subscription:unfollow',
      '+': 'global:quick-add',
    }),
    { keys: 's', command: 'entries:save', args: { scope: 'entry' } },
  ],
}
