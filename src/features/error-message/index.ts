export * from './error-message.ts'
export * from './fetch-message.ts'
export * from './retry-notice.tsx'
