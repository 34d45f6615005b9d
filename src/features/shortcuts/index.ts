import './shortcuts.css'

export { ContextKeysDialog, contextKeysPropsSchema } from './context-keys-dialog.tsx'
export { KeyLogDialog, keyLogPropsSchema } from './key-log-dialog.tsx'
export { ShortcutsDialog as default, propsSchema } from './shortcuts-dialog.tsx'
