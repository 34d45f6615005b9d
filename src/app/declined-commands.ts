/** Says why a command that the user invoked did not run. */
import { createWatch, type Scope } from 'effector'
import i18next, { type TFunction } from 'i18next'
import type { Command, DeclinedCommand } from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { commandTitle, toast, termsText } from '../ui/index.ts'
import { loadAllTranslations } from './i18n.ts'

export function showDeclinedCommands(scope: Scope): void {
  createWatch({
    unit: registry.commandDeclined,
    scope,
    fn: (declined) => {
      const command = scope.getState(registry.$commands).get(declined.id)
      if (isSilent(declined, command)) return
      void loadAllTranslations().then(() =>
        toast(declinedText(declined, command, i18next.t), { id: 'declined' }),
      )
    },
  })
}

/** A key that moves has nowhere to go: that is visible. Plugins, macros and tests read the result instead. */
const isSilent = ({ source }: DeclinedCommand, command: Command | undefined): boolean =>
  command?.kind === 'motion' || !['keyboard', 'palette', 'menu', 'button'].includes(source)

/** `Undo: there is nothing to undo` */
export function declinedText(declined: DeclinedCommand, command: Command | undefined, t: TFunction): string {
  const title = command ? commandTitle(command, t) : declined.id
  switch (declined.why) {
    case 'unknown':
      return t('app:feedback.unknownCommand', { command: title })
    case 'unavailable':
      return t('app:feedback.declined', {
        command: title,
        reason: termsText(declined.missing, t),
      })
    case 'invalid':
      return t('app:feedback.invalid', { command: title })
  }
}
