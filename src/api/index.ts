export * from './client.ts'
export * from './identity.ts'
export * from './types.ts'
