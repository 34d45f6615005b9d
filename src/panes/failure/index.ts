export * from './failure-words.ts'
export * from './retry-notice.tsx'
