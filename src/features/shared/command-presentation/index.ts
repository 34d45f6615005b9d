export * from './command-button.tsx'
export * from './menu-items.ts'
export * from './use-command-presentation.ts'
