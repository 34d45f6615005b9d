export * from './error-message.ts'
export * from './fetch-message.ts'
export * from './plugin-refusal.ts'
export * from './retry-notice.tsx'
