export * from './client.ts'
export * from './identity.ts'
export * from './live.ts'
export * from './types.ts'
