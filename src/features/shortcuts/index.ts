import './shortcuts.css'

export { commandTitle } from './command-title.ts'
export { ShortcutsDialog as default, type ShortcutsProps } from './shortcuts-dialog.tsx'
