/** Shows the keys of commands that were clicked, by the user's layout. */
import { createWatch, scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { infoNotified } from '../model/app/index.ts'
import { keyHintDue } from '../model/keys/index.ts'
import { commandTitle, loadKeyboardLayout } from '../ui/index.ts'
import { loadAllTranslations } from './i18n.ts'

export function showKeyHints(scope: Scope): void {
  void loadKeyboardLayout(navigator)
  const notified = scopeBind(infoNotified, { scope })
  createWatch({
    unit: keyHintDue,
    scope,
    fn: ({ command, keys }) => {
      // A thumb has no keys at hand.
      if (window.matchMedia('(hover: none)').matches) return
      void loadAllTranslations().then(() =>
        notified({
          key: 'app:keys.hint',
          values: { command: commandTitle(command, i18next.t) },
          keys,
        }),
      )
    },
  })
}
