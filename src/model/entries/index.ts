export * from './state.ts'
export * from './statuses.ts'
export * from './types.ts'
