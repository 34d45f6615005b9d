import './shortcuts.css'

export { commandTitle } from './command-title.ts'
export { ShortcutsDialog as default, propsSchema } from './shortcuts-dialog.tsx'
