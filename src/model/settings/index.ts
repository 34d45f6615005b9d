import './local-database.ts'

export * from './color-mode.ts'
export * from './color-themes.ts'
export * from './custom-css.ts'
export * from './hidden-functions.ts'
export * from './integration.ts'
export * from './settings.ts'
export * from './sync.ts'
