export * from './log.ts'
