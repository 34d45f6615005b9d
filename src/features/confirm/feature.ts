import type { Feature } from '../feature.ts'
import type { ConfirmCommandProps } from './confirm-command-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'confirm-command': ConfirmCommandProps
  }
}

/** Confirms a command that would change many targets at once. */
export const confirm: Feature = {
  id: 'confirm',
  dialogs: [
    {
      id: 'confirm-command',
      load: async () => {
        const { ConfirmCommandDialog, confirmCommandSchema } = await import('./confirm-command-dialog.tsx')
        return { default: ConfirmCommandDialog, propsSchema: confirmCommandSchema }
      },
    },
  ],
}
