export * from './command-button.tsx'
export * from './menu-items.ts'
export * from './sign-in-button.tsx'
export * from './use-command-presentation.ts'
