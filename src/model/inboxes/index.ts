import './changes.ts'
import './saved-pages.ts'
export * from './events.ts'
