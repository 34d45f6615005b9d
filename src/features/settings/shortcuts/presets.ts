import type { KeyRule } from '../../../core/index.ts'

/** A keymap that another program made familiar: rules on top of the defaults. */
export type Preset = {
  /** i18n key `app:presets.ID` */
  readonly id: string
  readonly rules: readonly KeyRule[]
}

/** Rules that bind keys to commands, by command. */
const bind = (commands: Readonly<Record<string, string>>): readonly KeyRule[] =>
  Object.entries(commands).map(([keys, command]) => ({ keys, command }))
/** Rules that take keys away from whatever has them. */
const unbind = (...all: readonly string[]): readonly KeyRule[] => all.map((keys) => ({ keys, command: null }))
/** The sequences of an operator, which its key alone would hide. */
const operatorKeys = (operator: string): readonly string[] =>
  [operator, 'e', 'a', 'b', 'y', 'f', 'c', 'v', 'o', 'q'].map((object) => `${operator} ${object}`)

/** As in the editor. */
const vsCode: Preset = {
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

/** As in the editor: u undoes, : opens the command line, pages with Ctrl. */
const vim: Preset = {
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

const miniflux: Preset = {
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

/** The defaults. */
const lectern: Preset = { id: 'lectern', rules: [] }

const googleReader: Preset = {
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

/** Only the keys of the compatible client: those that Lectern adds are unbound. */
const follow: Preset = {
  id: 'follow',
  rules: unbind(
    ...['d', 'i', 'w', 't'].flatMap(operatorKeys),
    'n',
    'p',
    'a',
    'q',
    'Shift+q',
    '.',
    'Shift+a',
    'c l',
    'c t',
    'g g',
    'Shift+g',
    'Shift+h',
    'Shift+l',
  ),
}

/** As in the editor and its feed readers: n and p step, Ctrl and Alt move. */
const emacs: Preset = {
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

export const presets: readonly Preset[] = [lectern, vim, emacs, vsCode, googleReader, miniflux, follow]
