export * from './section.tsx'
export * from './setting.tsx'
