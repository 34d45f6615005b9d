export * from './events.ts'
export * from './ready.ts'
export * from './registry.ts'
export * from './notify-failures.ts'
