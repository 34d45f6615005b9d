import { operatorKeys, unbind, type Preset } from './preset.ts'

/** Only the keys of the compatible client: those that Lectern adds are unbound. */
export const follow: Preset = {
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
