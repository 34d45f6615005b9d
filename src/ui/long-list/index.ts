export * from './geometry.ts'
export * from './use-viewport.ts'
export * from './use-window.ts'
