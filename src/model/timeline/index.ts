export * from './group-by-day.ts'
export * from './state.ts'
export * from './types.ts'
