export * from './geometry.ts'
export * from './use-width.ts'
export * from './use-window.ts'
