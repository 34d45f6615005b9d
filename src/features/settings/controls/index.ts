export * from './section.tsx'
