export * from './log.ts'
export * from './operators.ts'
export * from './repeat.ts'
