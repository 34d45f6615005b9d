export * from './addresses.ts'
export * from './facts.ts'
