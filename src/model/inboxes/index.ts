import './changes.ts'
export * from './events.ts'
