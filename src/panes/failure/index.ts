export * from './failure-words.ts'
