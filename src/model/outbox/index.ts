export * from './change.ts'
export * from './state.ts'
