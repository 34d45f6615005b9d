export * from './asks.ts'
