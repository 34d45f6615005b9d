export * from './use-profile.ts'
