import type { Feature } from '../feature.ts'
import type { ShortcutsProps } from './shortcuts-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    shortcuts: ShortcutsProps
    'key-log': object
    'context-keys': object
  }
}

export const shortcuts: Feature = {
  id: 'shortcuts',
  dialogs: [
    { id: 'shortcuts', load: () => import('./index.ts') },
    {
      id: 'key-log',
      load: async () => {
        const { KeyLogDialog, keyLogPropsSchema } = await import('./index.ts')
        return { default: KeyLogDialog, propsSchema: keyLogPropsSchema }
      },
    },
    {
      id: 'context-keys',
      load: async () => {
        const { ContextKeysDialog, contextKeysPropsSchema } = await import('./index.ts')
        return { default: ContextKeysDialog, propsSchema: contextKeysPropsSchema }
      },
    },
  ],
}
